import { between, cycle, pick, repeat, upTo, whole } from './random.ts'
import { ROUND, pathData, rect, shape, stroke } from './shapes.ts'
import { type CoverFigure, roman, type CoverStyle } from './style.ts'

const quilt: CoverFigure = (random, { a, b, c, field }, w, h) => {
  const across = pick(random, [4, 6])
  const cell = w / across
  const down = Math.ceil(h / cell)
  const colors = [a, b, c] as const
  const data: [string, string, string] = ['', '', '']
  const half = across / 2
  const block = pick(random, [2, 3])
  const kinds = [0, 3, 1, 2, 3, 0, 4] as const
  const [start, stride, tint] = [whole(random, 0, 6), whole(random, 1, 6), whole(random, 1, 2)]
  const plan = upTo(half * block).map(
    (i) => [cycle(kinds, start + i * stride), (i * tint + start) % 3] as const,
  )
  for (const row of upTo(down)) {
    for (const column of upTo(across)) {
      const mirrored = column >= half
      const upper = Math.floor(row / block) % 2 === 1
      const [kind, color] = plan[
        (mirrored ? across - 1 - column : column) +
          half * (upper ? block - 1 - (row % block) : row % block)
      ] ?? [0, 0]
      const [x, y] = [column * cell, row * cell]
      const [near, far] = mirrored ? [x + cell, x] : [x, x + cell]
      const [top, foot] = upper ? [y + cell, y] : [y, y + cell]
      data[color] +=
        [
          pathData`M${near} ${top}H${far}L${near} ${foot}z`,
          pathData`M${far} ${top}V${foot}H${near}z`,
          pathData`M${near} ${top}H${far}V${foot}z`,
          pathData`M${x} ${y + cell / 2}l${cell / 2} ${-cell / 2} ${cell / 2} ${cell / 2} ${-cell / 2} ${cell / 2}z`,
          pathData`M${x} ${y}h${cell}v${cell}h${-cell}z`,
        ][kind] ?? ''
    }
  }
  return rect(0, 0, w, h, field) + colors.map((color, i) => shape(data[i] ?? '', color)).join('')
}

const weave: CoverFigure = (random, { a, b, c, field }, w, h) => {
  const across = whole(random, 5, 8)
  const pitch = w / across
  const thick = pitch * between(random, 0.62, 0.82)
  const down = Math.ceil(h / pitch)
  const float = pick(random, [2, 2, 3])
  const weft = upTo(down).map((i) =>
    stroke(pathData`M0 ${(i + 0.5) * pitch}h${w}`, i % 3 === 0 ? c : a, thick),
  )
  const warp = upTo(across).map((i) => {
    const overs = upTo(down + 1).filter((j) => (i + j) % float === 0)
    return overs
      .map(
        (j) => pathData`M${(i + 0.5) * pitch} ${(j + 0.5) * pitch - pitch * 0.72}v${pitch * 1.44}`,
      )
      .join('')
  })
  const under = repeat(across, (i) => pathData`M${(i + 0.5) * pitch} 0v${h}`)
  return (
    rect(0, 0, w, h, field) +
    stroke(under, b, thick) +
    weft.join('') +
    stroke(warp.join(''), b, thick)
  )
}

const scales: CoverFigure = (random, { a, b, c, field }, w, h) => {
  const across = whole(random, 3, 4)
  const size = w / across
  const rows = Math.ceil((h / size) * 2) + 1
  const layers = pick(random, [
    [field, a, field, b],
    [a, field, c],
    [b, a, field, c],
    [a, b, field],
  ] as const)
  const shrink = between(random, 0.24, 0.3)
  return `${rect(0, 0, w, h, a)}<g fill="none"${ROUND}>${repeat(rows, (row) => {
    const y = (row * size) / 2
    const shift = row % 2 === 0 ? 0 : size / 2
    const dots = repeat(across + 1, (i) =>
      i === 0 ? pathData`M${shift} ${y}h0` : pathData`m${size} 0h0`,
    )
    return layers
      .map(
        (color, i) =>
          `<path d="${dots}" stroke="${color}" stroke-width="${Math.round(size * (1 - i * shrink))}"/>`,
      )
      .join('')
  })}</g>`
}

const kilim: CoverFigure = (random, { a, b, c, field }, w, h) => {
  const teeth = whole(random, 2, 4)
  const half = w / teeth / 2
  const steep = between(random, 0.55, 1)
  const colors = pick(random, [
    [a, field, b, c],
    [c, a, field, b],
    [a, b, field],
  ] as const)
  const bands: string[] = []
  let y = -half * steep
  let i = 0
  const rhythm = upTo(5).map(() => between(random, 24, 92))
  while (y < h + half * steep) {
    const thick = rhythm[i % rhythm.length] ?? 40
    const zigzag = repeat(teeth, () => pathData`l${half} ${-half * steep} ${half} ${half * steep}`)
    bands.push(shape(`${pathData`M0 ${y}`}${zigzag}V${Math.round(h)}H0z`, cycle(colors, i)))
    y += thick
    i += 1
  }
  return rect(0, 0, w, h, cycle(colors, -1)) + bands.join('')
}

/** Figures: quilts, woven bands, scales, kilims, beneath a label. Colors: cloth: madder, indigo, ochre, turquoise, on a paper label. */
export const cultureAndHumanity: CoverStyle = {
  ...roman,
  centered: true,
  seed: 'culture-and-humanity',
  layouts: ['label'],
  figures: [quilt, weave, scales, kilim],
  colors: [
    '#f7ead0 #1f1a33 #e9d3a4 #2b2f78 #c8452a #e2a030',
    '#f7ead0 #3a120c #efcf94 #b3341d #1d6a6c #3a120c',
    '#f6e3b8 #12303a #12505a #e8b04a #e0653c #f6e3b8',
    '#74182f #f7e6c2 #f3dcb0 #1f2350 #d0553a #7fb5b0',
    '#f5dcc6 #4a1230 #f0b9a0 #8a1d45 #e0872f #2f4f8f',
  ],
}
