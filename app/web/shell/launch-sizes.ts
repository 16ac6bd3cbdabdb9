/** A screen in CSS pixels, and the number of device pixels per CSS pixel. */
export interface Screen {
  width: number
  height: number
  ratio: number
}

/** The screens of current iPhones, in portrait. Width and ratio tell them apart. */
export const IPHONES: Screen[] = [
  { width: 440, height: 956, ratio: 3 },
  { width: 402, height: 874, ratio: 3 },
  { width: 430, height: 932, ratio: 3 },
  { width: 393, height: 852, ratio: 3 },
  { width: 390, height: 844, ratio: 3 },
  { width: 375, height: 812, ratio: 3 },
  { width: 414, height: 896, ratio: 2 },
]

/** The path of the launch picture for a screen (bin/app-pictures.ts). */
export const launchPicture = ({ width, height, ratio }: Screen, theme: 'light' | 'dark') =>
  `/icons/launch-${width * ratio}x${height * ratio}-${theme}.png`
