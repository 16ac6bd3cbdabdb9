import { IPHONES, launchPicture } from './launch-sizes.ts'

/**
 * What Readr is as an app, and what an iPhone shows while it starts; without that it shows white.
 * Only readers' pages carry it: whoever installs Readr has signed in, and a browser fetches the
 * manifest while a visitor's first view is still on its way.
 */
export function LaunchPictures() {
  return (
    <>
      <link rel="manifest" href="/manifest.webmanifest" />
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
