const SVG = 'http://www.w3.org/2000/svg'

/** Like the drawings in web/ui. */
const DRAWINGS = {
  note: 'M4 20l1-4.500L16.500 4l3.500 3.500L8.500 19zM14 6.500l3.500 3.500',
  copy: 'M9 9h10.500v11.500H9zM15 9V4H4.500v11.500H9',
  share: 'M12 15V3.500M7.500 7.500 12 3.500l4.500 4M5 12.500V20h14v-7.500',
  picture: 'M4 5h16v14H4zM4 16l4.500-4.500 4 4 2.500-2.500 5 4.500M15.500 9h.01',
  remove:
    'M4.500 6.500h15M9.500 6.500V4h5v2.500M6.500 6.500l1 13.500h9l1-13.500M10 10.500v6M14 10.500v6',
}

export function buildIcon(name: keyof typeof DRAWINGS): SVGElement {
  const icon = document.createElementNS(SVG, 'svg')
  icon.setAttribute('viewBox', '0 0 24 24')
  icon.setAttribute('aria-hidden', 'true')
  const path = document.createElementNS(SVG, 'path')
  path.setAttribute('d', DRAWINGS[name])
  icon.append(path)
  return icon
}
