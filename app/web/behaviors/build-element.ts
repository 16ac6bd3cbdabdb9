type Child = Node | string | null | undefined | false

export function build<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Record<string, string>,
  ...children: Child[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name)
  for (const key in attributes) element.setAttribute(key, attributes[key]!)
  element.append(...children.filter((child): child is Node | string => Boolean(child)))
  return element
}

/** Makes a button that does something. */
export function buildButton(
  className: string,
  label: string,
  run: (event: MouseEvent) => void,
): HTMLButtonElement {
  const button = build('button', { type: 'button', class: className }, label)
  button.addEventListener('click', run)
  return button
}
