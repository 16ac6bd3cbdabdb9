import { IPHONES, launchPicture } from '../launch-sizes.ts'

/**
 * What an iPhone shows while the installed app starts; without them it shows white. Only readers'
 * pages carry them: whoever installs Readr has signed in.
 */
export function LaunchPictures() {
  return (
    <>
      <meta name="mobile-web-app-capable" content="yes" />
      <meta name="apple-mobile-web-app-capable" content="yes" />
      <meta name="apple-mobile-web-app-title" content="Readr" />
      {IPHONES.flatMap((phone) =>
        (['light', 'dark'] as const).map((theme) => (
          <link
            key={launchPicture(phone, theme)}
            rel="apple-touch-startup-image"
            href={launchPicture(phone, theme)}
            media={`(device-width: ${phone.width}px) and (device-height: ${phone.height}px) and (-webkit-device-pixel-ratio: ${phone.ratio}) and (orientation: portrait)${theme === 'dark' ? ' and (prefers-color-scheme: dark)' : ''}`}
          />
        )),
      )}
    </>
  )
}
