import { between, cycle, pick, repeat, upTo, whole } from './random.ts'
import { pathData, disc, roundToTenth, rect, shape, stroke } from './shapes.ts'
import { type CoverFigure, grotesk, type CoverStyle } from './style.ts'

const tiles: CoverFigure = (random, { a, b, c }, w, h) => {
  const down = Math.max(1, Math.round((h / w) * pick(random, [3, 3.5, 4])))
  const cell = h / down
  const out: string[] = []
  for (const row of upTo(down)) {
    for (const column of upTo(Math.ceil(w / cell))) {
      const [x, y] = [column * cell, h - (row + 1) * cell]
      const color = cycle([a, a, b, c], whole(random, 0, 3))
      const turn = whole(random, 0, 3)
      const spin = ` transform="rotate(${turn * 90} ${roundToTenth(x + cell / 2)} ${roundToTenth(y + cell / 2)})"`
      const kind = random()
      if (kind < 0.42)
        out.push(
          shape(pathData`M${x} ${y}h${cell}a${cell} ${cell} 0 0 1 ${-cell} ${cell}z`, color, spin),
        )
      else if (kind < 0.62)
        out.push(shape(pathData`M${x} ${y}h${cell}L${x} ${y + cell}z`, color, spin))
      else if (kind < 0.74) out.push(disc(x + cell / 2, y + cell / 2, cell / 2, color))
      else if (kind < 0.88)
        out.push(shape(pathData`M${x} ${y}h${cell}v${cell / 2}h${-cell}z`, color, spin))
    }
  }
  return out.join('')
}

const diagonals: CoverFigure = (random, { a, b, c }, w, h) => {
  const count = whole(random, 4, 7)
  const pitch = (w + h) / count
  const special = whole(random, 1, count - 2)
  const down = random() < 0.3
  const bars = upTo(count).map((i) => {
    const thick = pitch * 0.7 * between(random, 0.28, 0.85)
    const x = (i + 0.5) * pitch
    return stroke(
      pathData`M${x - h - 60} ${h + 60}L${x + 60} -60`,
      i === special ? b : cycle([a, a, c], i),
      thick,
    )
  })
  return down ? `<g transform="matrix(-1 0 0 1 ${w} 0)">${bars.join('')}</g>` : bars.join('')
}

const stairs: CoverFigure = (random, { a, b, c }, w, h) => {
  const steps = whole(random, 3, 6)
  const run = w / steps
  const rise = (h * 0.72) / steps
  const twoTone = random() < 0.6
  const blocks = twoTone
    ? upTo(steps).map((i) =>
        rect(i * run, h - (i + 1) * rise, run + 1, (i + 1) * rise, cycle([a, c], i)),
      )
    : [
        shape(
          `M0 ${Math.round(h)}${repeat(steps, (i) => pathData`V${h - (i + 1) * rise}H${(i + 1) * run}`)}V${Math.round(h)}z`,
          a,
        ),
      ]
  const on = whole(random, 0, steps - 2)
  const radius = Math.min(run, rise * 1.6) * 0.42
  const flip = random() < 0.25
  const all = blocks.join('') + disc((on + 0.5) * run, h - (on + 1) * rise - radius, radius, b)
  return flip ? `<g transform="matrix(-1 0 0 1 ${w} 0)">${all}</g>` : all
}

const arrows: CoverFigure = (random, { a, b, c }, w, h) => {
  const count = whole(random, 3, 6)
  const side = random() < 0.5
  const [long, wide] = side ? [w, h] : [h, w]
  const thick = (long / (count + 1)) * between(random, 0.5, 0.72)
  const special = whole(random, 0, count - 1)
  const point = Math.min(wide / 2, long * 0.5) * 0.9
  return repeat(count, (i) => {
    const tip = ((i + 1.1) * long) / (count + 0.6)
    const color = i === special ? b : random() < 0.2 ? c : a
    const data = side
      ? pathData`M${tip - point} -40L${tip} ${h / 2}L${tip - point} ${h + 40}`
      : pathData`M-40 ${h - tip + point}L${w / 2} ${h - tip}L${w + 40} ${h - tip + point}`
    return stroke(data, color, thick)
  })
}

/** Figures: blocks, bars, stairs, arrows. Colors: poster: red, cobalt, black, white. */
export const careerAndBusiness: CoverStyle = {
  ...grotesk,
  max: 200,
  leading: 0.77,
  poster: true,
  seed: 'career-and-business-124',
  layouts: ['top', 'bottom'],
  figures: [tiles, diagonals, stairs, arrows],
  colors: [
    '#cf2417 #fff7ea #cf2417 #141318 #fff7ea #8a110b',
    '#1c3fce #fff7ea #1c3fce #fff7ea #ef4423 #0c1a63',
    '#d5d6d4 #131318 #d5d6d4 #131318 #dd2c1a #ffffff',
    '#b4caec #0e1440 #b4caec #1c3fce #e23520 #ffffff',
    '#1a1b24 #fff7ea #cf2417 #1a1b24 #fff7ea #f59a86',
  ],
}
