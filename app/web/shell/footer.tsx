import { useRootData } from './root-data.ts'
import { Finished } from '../ui/finished.tsx'
import { LogoMark } from '../ui/icons.tsx'
import { MINUTES_CLAIM } from '../marketing-claims.ts'
import { ThemeChoice } from './appearance.tsx'

const PAGES = [
  ['About', '/about'],
  ['Contact', '/contact'],
  ['Browse Books', '/browse/books'],
  ['Book Requests', '/requests'],
  ['Subscribe', '/subscribe'],
  ['Terms of Service', '/terms'],
  ['Privacy Policy', '/privacy'],
] as const

const link =
  'inline-flex min-h-11 min-w-6 items-center justify-center underline-offset-4 hover:underline'

export function Footer() {
  const root = useRootData()
  return (
    <footer className="mt-auto bg-sunk">
      <div className="wrap grid grid-cols-1 gap-x-10 gap-y-9 pt-14 pb-8 lg:grid-cols-[1fr_auto]">
        <div>
          <p className="display flex items-center gap-3 text-3xl">
            <LogoMark className="h-9" />
            Readr
          </p>
          <ul className="mt-4 flex flex-wrap gap-x-3 gap-y-1 text-[0.8125rem] text-soft sm:gap-x-5 sm:text-base">
            {root && <li>{`${root.summaries} Book Summaries`}</li>}
            <li>{`${MINUTES_CLAIM}-Minute Reads`}</li>
            <li>Mobile &amp; Web</li>
          </ul>
          <div className="mt-6 max-w-84">
            <ThemeChoice />
          </div>
        </div>
        <Finished
          element="nav"
          aria-label="Footer"
          name="footer links"
          dependsOn={import.meta.env.SSR && root?.supportEmail}
        >
          {() => (
            <ul className="gap-x-[min(4rem,5vw)] [columns:2_8rem]">
              {PAGES.map(([label, to]) => (
                <li key={to}>
                  <a href={to} className={link}>
                    {label}
                  </a>
                </li>
              ))}
              {root?.supportEmail && (
                <li>
                  <a href={`mailto:${root.supportEmail}`} className={link}>
                    Support
                  </a>
                </li>
              )}
              <li>
                <a href="/accessibility" className={link}>
                  Accessibility
                </a>
              </li>
            </ul>
          )}
        </Finished>
      </div>
      <div className="wrap">
        <div className="flex flex-wrap items-center justify-between gap-x-10 gap-y-3 border-t border-line pt-4 pb-8">
          <p className="text-sm text-soft">© 2024 Readr. All rights reserved.</p>
          {root && root.social.length > 0 && (
            <nav aria-label="Social media">
              <ul className="flex flex-wrap gap-x-6">
                {root.social.map(({ name, url }) => (
                  <li key={name}>
                    <a href={url} rel="noopener" className={link}>
                      {name}
                    </a>
                  </li>
                ))}
              </ul>
            </nav>
          )}
        </div>
      </div>
    </footer>
  )
}
