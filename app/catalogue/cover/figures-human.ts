import {
  ROUND,
  between,
  cycle,
  d,
  disc,
  pick,
  rect,
  shape,
  smooth,
  stroke,
  upTo,
  whole,
  type Figure,
} from './shapes.ts'

// Biography: heads, fingerprints, initials.

const bust: Figure = (random, { a, b, c }, w, h) => {
  const x = w / 2 + between(random, -0.06, 0.06) * w
  const tall = Math.min(h * 0.28, w * 0.27)
  const wide = tall * between(random, 0.76, 0.92)
  const y = h - tall * 1.92
  const shoulder = Math.min(w * 0.47, tall * 1.6)
  const out: string[] = []
  if (random() < 0.55) out.push(disc(x, y, Math.min(tall * 1.55, w * 0.45), c))
  const body = d`M${x - shoulder} ${h}a${shoulder} ${tall * 1.05} 0 0 1 ${2 * shoulder} 0z`
  const hair = pick(random, ['none', 'cap', 'bun', 'curls', 'brim'] as const)
  if (hair === 'bun') out.push(disc(x, y - tall * 1.08, tall * 0.36, a))
  if (hair === 'curls')
    out.push(
      stroke(
        d`M${x - wide} ${y - tall * 0.2}v${tall * 0.9}M${x + wide} ${y - tall * 0.2}v${tall * 0.9}`,
        a,
        wide * 0.62,
        ROUND,
      ),
    )
  out.push(shape(body, a), rect(x - wide * 0.4, y, wide * 0.8, tall * 1.25, b))
  out.push(shape(d`M${x} ${y - tall}a${wide} ${tall} 0 0 0 0 ${2 * tall}z`, b))
  const shade = c === b ? a : c
  out.push(
    shape(
      d`M${x} ${y - tall}a${wide} ${tall} 0 0 1 0 ${2 * tall}z`,
      out[0]?.startsWith('<circle') ? a : shade,
    ),
  )
  if (hair === 'cap' || hair === 'curls')
    out.push(
      shape(
        d`M${x - wide * 1.12} ${y - tall * 0.22}a${wide * 1.12} ${tall * 0.95} 0 0 1 ${wide * 2.24} 0z`,
        a,
      ),
    )
  if (hair === 'brim')
    out.push(
      shape(
        d`M${x - wide * 1.7} ${y - tall * 0.42}h${wide * 3.4}v${-tall * 0.16}h${-wide * 0.66}v${-tall * 0.72}h${-wide * 2.08}v${tall * 0.72}h${-wide * 0.66}z`,
        a,
      ),
    )
  const collar = wide * 0.55
  out.push(
    shape(
      d`M${x - collar} ${h - tall * 0.86}L${x} ${h - tall * 0.36}L${x + collar} ${h - tall * 0.86}z`,
      b,
    ),
  )
  return out.join('')
}

const whorl: Figure = (random, { a, b }, w, h) => {
  const ridges = whole(random, 8, 11)
  const tall = h * 0.49
  const wide = Math.min(w * 0.43, tall * 0.86)
  const turn = Math.round(between(random, -14, 14))
  const special = whole(random, 1, ridges - 3)
  const lift = between(random, 0.1, 0.24)
  const paths = upTo(ridges).map((i) => {
    const t = 1 - i / ridges
    const [rx, ry] = [wide * t, tall * t]
    const dash = `${whole(random, 26, 70)} 4 ${whole(random, 8, 30)} 4`
    const width = (wide / ridges) * 0.58
    return `<ellipse cy="${Math.round(tall * lift * (1 - t))}" rx="${Math.round(rx)}" ry="${Math.round(ry)}" pathLength="100" fill="none" stroke="${i === special ? b : a}" stroke-width="${Math.round(width)}"${ROUND} stroke-dasharray="${dash}" stroke-dashoffset="${whole(random, 0, 99)}"/>`
  })
  return `<g transform="translate(${Math.round(w / 2)} ${Math.round(h / 2)})rotate(${turn})">${paths.join('')}</g>`
}

const engraving: Figure = (random, { a, b, c }, w, h) => {
  const pitch = between(random, 15, 21)
  const x = w / 2
  const tall = Math.min(h * 0.275, w * 0.28)
  const wide = tall * between(random, 0.76, 0.9)
  const y = h - tall * 1.95
  const shoulder = Math.min(w * 0.46, tall * 1.6)
  const turn = pick(random, [1, -1])
  const halfAt = (level: number): number => {
    const head = Math.abs(level - y) < tall ? wide * Math.sqrt(1 - ((level - y) / tall) ** 2) : 0
    const neck = level > y ? wide * 0.42 : 0
    const fall = (h - level) / (tall * 1.02)
    const body = fall < 1 ? shoulder * Math.sqrt(Math.max(0, 1 - fall ** 2)) : 0
    return Math.max(head, neck, body)
  }
  let lit = ''
  let dark = ''
  let air = ''
  for (const i of upTo(h / pitch + 1)) {
    const level = h - pitch * (i + 0.3)
    const half = halfAt(level)
    air += d`M0 ${level}h${w}`
    if (half === 0) continue
    const split = half * 0.24 * turn
    dark += turn > 0 ? d`M${x - half} ${level}H${x + split}` : d`M${x + split} ${level}H${x + half}`
    lit += turn > 0 ? d`M${x + split} ${level}H${x + half}` : d`M${x - half} ${level}H${x + split}`
  }
  const sun = random() < 0.6 ? disc(x + turn * wide * 0.7, y - tall * 0.25, tall * 1.35, c) : ''
  return (
    sun +
    stroke(air, a, pitch * 0.13) +
    stroke(dark, a, pitch * 0.82) +
    stroke(lit, sun === '' ? b : a, pitch * (sun === '' ? 0.82 : 0.45))
  )
}

const monogram: Figure = (random, scheme, w, h, place) => {
  const [first, second] = place.initials
  if (first === undefined) return whorl(random, scheme, w, h, place)
  const { a, b, c } = scheme
  const size = (h * (place.bleed === 'none' ? 1.3 : 1.55)) / 1000
  const letter = (outline: string, x: number, y: number, colour: string): string =>
    shape(
      outline,
      colour,
      ` transform="translate(${Math.round(x)} ${Math.round(y)})scale(${Math.round(size * 1000) / 1000})"`,
    )
  const foot = place.bleed === 'none' ? h * 0.97 : size * 725
  const front = pick(random, [b, c])
  if (second === undefined) return letter(first.outline, (w - size * first.width) / 2, foot, a)
  const crop = Math.max(0, size * (first.width + second.width) - w * 1.2) / 2
  return (
    letter(first.outline, -Math.min(crop, size * first.width * 0.3), foot, a) +
    letter(
      second.outline,
      w - size * second.width + Math.min(crop, size * second.width * 0.3),
      foot,
      front,
    )
  )
}

// Culture and humanity: quilts, woven bands, scales, kilims, beneath a label.

const quilt: Figure = (random, { a, b, c, field }, w, h) => {
  const across = pick(random, [4, 6])
  const cell = w / across
  const down = Math.ceil(h / cell)
  const colours = [a, b, c] as const
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
      const [kind, colour] = plan[
        (mirrored ? across - 1 - column : column) +
          half * (upper ? block - 1 - (row % block) : row % block)
      ] ?? [0, 0]
      const [x, y] = [column * cell, row * cell]
      const [near, far] = mirrored ? [x + cell, x] : [x, x + cell]
      const [top, foot] = upper ? [y + cell, y] : [y, y + cell]
      data[colour] +=
        [
          d`M${near} ${top}H${far}L${near} ${foot}z`,
          d`M${far} ${top}V${foot}H${near}z`,
          d`M${near} ${top}H${far}V${foot}z`,
          d`M${x} ${y + cell / 2}l${cell / 2} ${-cell / 2} ${cell / 2} ${cell / 2} ${-cell / 2} ${cell / 2}z`,
          d`M${x} ${y}h${cell}v${cell}h${-cell}z`,
        ][kind] ?? ''
    }
  }
  return rect(0, 0, w, h, field) + colours.map((colour, i) => shape(data[i] ?? '', colour)).join('')
}

const weave: Figure = (random, { a, b, c, field }, w, h) => {
  const across = whole(random, 5, 8)
  const pitch = w / across
  const thick = pitch * between(random, 0.62, 0.82)
  const down = Math.ceil(h / pitch)
  const float = pick(random, [2, 2, 3])
  const weft = upTo(down).map((i) =>
    stroke(d`M0 ${(i + 0.5) * pitch}h${w}`, i % 3 === 0 ? c : a, thick),
  )
  const warp = upTo(across).map((i) => {
    const overs = upTo(down + 1).filter((j) => (i + j) % float === 0)
    return overs
      .map((j) => d`M${(i + 0.5) * pitch} ${(j + 0.5) * pitch - pitch * 0.72}v${pitch * 1.44}`)
      .join('')
  })
  const under = upTo(across)
    .map((i) => d`M${(i + 0.5) * pitch} 0v${h}`)
    .join('')
  return (
    rect(0, 0, w, h, field) +
    stroke(under, b, thick) +
    weft.join('') +
    stroke(warp.join(''), b, thick)
  )
}

const scales: Figure = (random, { a, b, c, field }, w, h) => {
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
  return `${rect(0, 0, w, h, a)}<g fill="none"${ROUND}>${upTo(rows)
    .map((row) => {
      const y = (row * size) / 2
      const shift = row % 2 === 0 ? 0 : size / 2
      const dots = upTo(across + 1)
        .map((i) => (i === 0 ? d`M${shift} ${y}h0` : d`m${size} 0h0`))
        .join('')
      return layers
        .map(
          (colour, i) =>
            `<path d="${dots}" stroke="${colour}" stroke-width="${Math.round(size * (1 - i * shrink))}"/>`,
        )
        .join('')
    })
    .join('')}</g>`
}

const kilim: Figure = (random, { a, b, c, field }, w, h) => {
  const teeth = whole(random, 2, 4)
  const half = w / teeth / 2
  const steep = between(random, 0.55, 1)
  const colours = pick(random, [
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
    const zigzag = upTo(teeth)
      .map(() => d`l${half} ${-half * steep} ${half} ${half * steep}`)
      .join('')
    bands.push(shape(`${d`M0 ${y}`}${zigzag}V${Math.round(h)}H0z`, cycle(colours, i)))
    y += thick
    i += 1
  }
  return rect(0, 0, w, h, cycle(colours, -1)) + bands.join('')
}

// Fiction: scenes at night, at sea, behind a curtain.

const hills: Figure = (random, { a, b, c }, w, h) => {
  const moon = Math.min(w, h) * between(random, 0.17, 0.26)
  const x = w * between(random, 0.24, 0.76)
  const layers = [b, c, a]
  const ground = layers.map((colour, layer) => {
    const base = h * (0.42 + layer * 0.2)
    const count = whole(random, 3, 4)
    const points = upTo(count + 3).map((i): [number, number] => [
      ((i - 1) * w) / count,
      base + (i % 2 === layer % 2 ? -1 : 1) * between(random, 0.03, 0.15) * h,
    ])
    return shape(`${smooth(points)}V${Math.round(h + 9)}H-200z`, colour)
  })
  return disc(x, moon * 1.15, moon, a) + (random() < 0.5 ? ground.slice(0, 2) : ground).join('')
}

const windows: Figure = (random, { a, b, c }, w, h) => {
  const across = whole(random, 3, 5)
  const cell = (w - 40) / across
  const down = Math.max(2, Math.floor(h / (cell * between(random, 1.15, 1.5))))
  const pitch = h / down
  const lit = whole(random, 0, across * down - 1)
  const arched = random() < 0.6
  const wide = cell * between(random, 0.56, 0.74)
  const tall = pitch * 0.78
  let dark = ''
  let light = ''
  for (const row of upTo(down)) {
    for (const column of upTo(across)) {
      const x = 20 + cell * (column + 0.5) - wide / 2
      const y = row * pitch + (pitch - tall) / 2
      const r = arched ? Math.min(wide / 2, tall * 0.8) : 0
      const data =
        d`M${x} ${y + tall}V${y + r}` +
        (arched ? d`a${r} ${r} 0 0 1 ${wide} 0` : d`h${wide}`) +
        d`V${y + tall}z`
      if (row * across + column === lit) light = data
      else dark += data
    }
  }
  return rect(0, 0, w, h, c) + shape(dark, b) + shape(light, a)
}

const curtain: Figure = (random, { a, b, c, field }, w, h) => {
  const folds = whole(random, 4, 6)
  const open = between(random, 0.2, 0.42) * w
  const x = w * pick(random, [0.5, 0.5, 0.38, 0.62])
  const moon = disc(x, h * between(random, 0.55, 0.72), between(random, 0.1, 0.16) * w, a)
  const side = (from: number, to: number): string =>
    upTo(folds)
      .map((i) => {
        const [s, t] = [i / folds, (i + 1) / folds]
        const [top1, top2] = [from + (x - from) * s, from + (x - from) * t]
        const [foot1, foot2] = [from + (to - from) * s, from + (to - from) * t]
        return shape(
          d`M${top1} 0H${top2}Q${top2} ${h * 0.5} ${foot2} ${h}H${foot1}Q${top1} ${h * 0.5} ${top1} 0z`,
          i % 2 === 0 ? b : c,
        )
      })
      .join('')
  return rect(0, 0, w, h, field) + moon + side(0, x - open) + side(w, x + open)
}

const sea: Figure = (random, { a, b, c }, w, h) => {
  const across = whole(random, 3, 5)
  const size = w / across
  const rows = whole(random, 4, 6)
  const sun = Math.min(w, h) * between(random, 0.2, 0.3)
  const top = Math.min(h * 0.5, sun * 1.5)
  const boatRow = whole(random, 0, 1)
  const out = [disc(w * between(random, 0.25, 0.75), sun * 1.1, sun, a)]
  for (const row of upTo(rows)) {
    const y = top + (row * (h - top)) / rows
    const start = row % 2 === 0 ? -size / 2 : -size
    if (row === boatRow) {
      const x = w * between(random, 0.2, 0.75)
      const mast = Math.min(h * 0.2, 120)
      out.push(
        shape(d`M${x} ${y - mast}v${mast * 1.1}h${-mast * 0.62}z`, row === 0 ? b : a),
        shape(d`M${x + 8} ${y - mast * 0.8}v${mast * 0.9}h${mast * 0.4}z`, row === 0 ? c : a),
      )
    }
    const waves = upTo(across + 2)
      .map(() => d`q${size / 2} ${size * 0.42} ${size} 0`)
      .join('')
    out.push(
      shape(
        `${d`M${start} ${y}`}${waves}V${Math.round(h + 9)}H${Math.round(start)}z`,
        row % 2 === 0 ? b : c,
      ),
    )
  }
  return out.join('')
}

const forest: Figure = (random, { a, b, c }, w, h) => {
  const moon = w * between(random, 0.2, 0.3)
  const trunks = whole(random, 6, 9)
  const special = whole(random, 1, trunks - 2)
  const bars = upTo(trunks).map((i) => {
    const x = ((i + between(random, 0.25, 0.75)) * w) / trunks
    const wide = (w / trunks) * between(random, 0.16, 0.36)
    const lean = between(random, -16, 16)
    return shape(
      d`M${x - wide} ${h}L${x - wide * 0.7 + lean} 0h${wide * 1.4}L${x + wide} ${h}z`,
      i === special ? a : cycle([b, c], i),
    )
  })
  return disc(w * between(random, 0.3, 0.7), h * 0.46, Math.min(moon, h * 0.4), a) + bars.join('')
}

const eye: Figure = (random, { a, b, c, field }, w, h) => {
  const wide = w * 0.5
  const lids = whole(random, 3, 5)
  const iris = Math.min(h * 0.2, w * 0.19)
  const step = (h * 0.5 - iris) / lids
  const lid = (open: number): string =>
    d`M${w / 2 - wide} ${h / 2}Q${w / 2} ${h / 2 - open * 2} ${w / 2 + wide} ${h / 2}Q${w / 2} ${h / 2 + open * 2} ${w / 2 - wide} ${h / 2}z`
  const shells = upTo(lids).map((i) =>
    shape(lid(iris * 0.96 + step * (lids - i - 0.4)), i === lids - 1 ? a : cycle([b, c], i)),
  )
  return (
    shells.join('') +
    disc(w / 2, h / 2, iris, pick(random, [b, c])) +
    disc(w / 2, h / 2, iris * 0.5, field) +
    disc(w / 2 + iris * 0.3, h / 2 - iris * 0.3, iris * 0.16, a)
  )
}

/** Figures for biography. */
export const biographyFigures = [bust, whorl, engraving, monogram] as const
/** Figures for culture and humanity. */
export const cultureFigures = [quilt, weave, scales, kilim] as const
/** Figures for fiction. */
export const fictionFigures = [hills, windows, curtain, sea, forest, eye] as const
