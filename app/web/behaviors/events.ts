/** The nearest element around the target of an event that matches. */
export const closest = <E extends Element = HTMLElement>({ target }: Event, selector: string) =>
  // The target can also be the document.
  (target as Partial<Element>).closest?.<E>(selector)

/** Whether a click follows its link in this tab, and does not open or save it elsewhere. */
export const isPlainClick = (event: MouseEvent) =>
  !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)
