/** The few colours of one cover. */
export interface Scheme {
  /** Behind the lettering. */
  readonly ground: string
  /** The lettering; at least 4.5:1 against the ground. */
  readonly ink: string
  /** Behind the figure. */
  readonly field: string
  /** The figure: first, second and third colour. */
  readonly a: string
  readonly b: string
  readonly c: string
}

type Schemes = readonly [Scheme, ...Scheme[]]

function scheme(
  ground: string,
  ink: string,
  field: string,
  a: string,
  b: string,
  c: string,
): Scheme {
  return { ground, ink, field, a, b, c }
}

/** Colourways by genre slug. */
export const palettes: Readonly<Record<string, Schemes>> = {
  // Noon: yellows and vermilions.
  'self-help': [
    scheme('#f5bf25', '#1a1410', '#f5bf25', '#e2421f', '#fbeecb', '#1a1410'),
    scheme('#c8341b', '#fdeccb', '#c8341b', '#f6b92c', '#f4936c', '#6b130b'),
    scheme('#f6b08e', '#32100c', '#f6b08e', '#cf2f1a', '#fdeedd', '#7c1730'),
    scheme('#fbdf9b', '#2a120c', '#e5502a', '#fbdf9b', '#f6b01e', '#2a120c'),
    scheme('#e8622c', '#1d0d08', '#e8622c', '#fbe4b4', '#f7bd2e', '#1d0d08'),
  ],
  // Garden: greens with petal pinks.
  'health-and-wellness': [
    scheme('#b9d8b4', '#0d3527', '#b9d8b4', '#14633f', '#f7efd8', '#ef7f6b'),
    scheme('#0e4a37', '#f6ecd0', '#0e4a37', '#86c79a', '#f4a99c', '#ecd9a0'),
    scheme('#f5c3bc', '#0f3a2a', '#f5c3bc', '#16714a', '#fdf2e4', '#df5238'),
    scheme('#f3ecc8', '#12402e', '#1b6b4a', '#bfe0b4', '#f3ecc8', '#f3a08e'),
    scheme('#c2d26c', '#12302a', '#c2d26c', '#2f7d46', '#fbf6dc', '#ea5f45'),
  ],
  // Ledger: salmon newsprint, gold, bottle and ink.
  'money-and-economics': [
    scheme('#f5b896', '#1b1714', '#f5b896', '#0c4f3e', '#fde8d6', '#1b1714'),
    scheme('#33201d', '#f8c9ab', '#33201d', '#f2a983', '#8c4a34', '#e0b03a'),
    scheme('#d8a02c', '#1a1510', '#d8a02c', '#1a1510', '#f9e8bf', '#8f2f17'),
    scheme('#f6d3ba', '#12352b', '#12352b', '#f2a983', '#d8a02c', '#f8ead8'),
    scheme('#173a31', '#f8d2b2', '#173a31', '#e2b13c', '#f2a983', '#f8ead8'),
  ],
  // Poster: red, cobalt, black, white.
  'career-and-business': [
    scheme('#cf2417', '#fff7ea', '#cf2417', '#141318', '#fff7ea', '#8a110b'),
    scheme('#1c3fce', '#fff7ea', '#1c3fce', '#fff7ea', '#ef4423', '#0c1a63'),
    scheme('#d5d6d4', '#131318', '#d5d6d4', '#131318', '#dd2c1a', '#ffffff'),
    scheme('#b4caec', '#0e1440', '#b4caec', '#1c3fce', '#e23520', '#ffffff'),
    scheme('#1a1b24', '#fff7ea', '#cf2417', '#1a1b24', '#fff7ea', '#f59a86'),
  ],
  // Blush: pinks, crimsons, plums.
  relationships: [
    scheme('#f3a3b1', '#3b0a25', '#f3a3b1', '#c5173f', '#fde3d6', '#5b1247'),
    scheme('#7d0f3b', '#fde3d6', '#7d0f3b', '#f2708a', '#f7b48f', '#fde3d6'),
    scheme('#f9c8a6', '#3b0f38', '#f9c8a6', '#da3d50', '#84318a', '#3b0f38'),
    scheme('#d6b6e8', '#32104b', '#d6b6e8', '#e4455f', '#6a35b0', '#32104b'),
    scheme('#fbdccb', '#4c0d3a', '#e4526a', '#fbdccb', '#7d1550', '#f9a98c'),
    scheme('#4d1548', '#fbdccb', '#4d1548', '#f18a76', '#c74f9f', '#fbdccb'),
  ],
  // Archive: stone, ochre, slate, rust, olive.
  'biography-autobiography': [
    scheme('#c9b183', '#1c1712', '#c9b183', '#1c1712', '#f5e9cd', '#a33a1b'),
    scheme('#445560', '#f6ead0', '#445560', '#1a242b', '#f3e3c3', '#dc9a36'),
    scheme('#8d3a1d', '#fbead0', '#8d3a1d', '#2b130d', '#f7dfba', '#dd9a4d'),
    scheme('#cfd0c8', '#1e242e', '#cfd0c8', '#28405f', '#fbf6ea', '#bf5230'),
    scheme('#5f6329', '#faf0d2', '#5f6329', '#1f210f', '#f5e7c0', '#de9440'),
    scheme('#eadbbb', '#231a14', '#b2693a', '#231a14', '#f6e6c6', '#e8b65e'),
  ],
  // Instrument panel: deep blues with one signal colour.
  'science-and-technology': [
    scheme('#121f6e', '#f6f2e4', '#121f6e', '#f6f2e4', '#ff5b36', '#6f9bff'),
    scheme('#0a5a63', '#f3f6e6', '#0a5a63', '#d6efe2', '#ffc233', '#ff7a52'),
    scheme('#b9d6ec', '#0d1b4e', '#b9d6ec', '#0d1b4e', '#f4432a', '#2a62d8'),
    scheme('#171b2e', '#e0f25a', '#171b2e', '#f4f1e2', '#e0f25a', '#5f83ff'),
    scheme('#3a2fb4', '#fbf3ff', '#3a2fb4', '#fbf3ff', '#ff8fb0', '#8fe3ff'),
    scheme('#8fd0c9', '#0b2a3c', '#8fd0c9', '#0b2a3c', '#f2482c', '#fdf7e3'),
  ],
  // Cloth: madder, indigo, ochre, turquoise, on a paper label.
  'culture-and-humanity': [
    scheme('#f7ead0', '#1f1a33', '#e9d3a4', '#2b2f78', '#c8452a', '#e2a030'),
    scheme('#f7ead0', '#3a120c', '#efcf94', '#b3341d', '#1d6a6c', '#3a120c'),
    scheme('#f6e3b8', '#12303a', '#12505a', '#e8b04a', '#e0653c', '#f6e3b8'),
    scheme('#74182f', '#f7e6c2', '#f3dcb0', '#1f2350', '#d0553a', '#7fb5b0'),
    scheme('#f5dcc6', '#4a1230', '#f0b9a0', '#8a1d45', '#e0872f', '#2f4f8f'),
  ],
  // Night: violets, petrol, blood red, with one light.
  fiction: [
    scheme('#1d2359', '#fbeecb', '#1d2359', '#f8d262', '#3b4aa8', '#0e1134'),
    scheme('#a51c2c', '#fdeed8', '#a51c2c', '#fbd9b0', '#d8493f', '#4b0a1c'),
    scheme('#0c4a52', '#fbeccb', '#0c4a52', '#f7a66a', '#15767a', '#072a33'),
    scheme('#e9b7a2', '#2c1238', '#e9b7a2', '#fdf0d8', '#a8457a', '#4a1c5c'),
    scheme('#4a2170', '#fbe8d0', '#4a2170', '#ff9a6b', '#7f43a6', '#24104a'),
    scheme('#a8c8c4', '#1a1b3a', '#a8c8c4', '#f2542f', '#3d6f88', '#1a1b3a'),
  ],
}
