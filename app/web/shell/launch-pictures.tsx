import { IPHONES, launchPicture } from './launch-sizes.ts'

/**
 * The app manifest, and the pictures that iPhones show while an installed Readr starts. Only on pages
 * of readers, because browsers fetch the manifest during the first view.
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
            media={`(width: ${phone.width}px) and (-webkit-device-pixel-ratio: ${phone.ratio})${theme === 'dark' ? ' and (prefers-color-scheme: dark)' : ''}`}
          />
        )),
      )}
    </>
  )
}
