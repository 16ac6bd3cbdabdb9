type Child = Node | string | null | false

/** A piece of a page, with what is in it. */
export function build<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Record<string, string>,
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name)
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value)
  element.append(...children.filter((child): child is Node | string => Boolean(child)))
  return element
}

/** A button that does something. */
export function action(className: string, label: Child[], run: () => void): HTMLButtonElement {
  const button = build('button', { type: 'button', class: className }, ...label)
  button.addEventListener('click', run)
  return button
}
