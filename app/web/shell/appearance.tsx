import { useLocation } from 'react-router'
import type { Appearance } from '../../accounts/rules/appearance.ts'
import { useRootData } from './root-data.ts'
import { Finished } from '../ui/finished.tsx'
import { MoonIcon, SunIcon, SystemIcon } from '../ui/icons.tsx'
import { PostForm } from '../ui/post-form.tsx'

const PAPER = { light: '#fbfaf5', dark: '#121714' } as const

/** The color of the browser's own interface. */
export function ThemeColor({ theme }: { theme: Appearance['theme'] }) {
  if (theme !== 'system') return <meta name="theme-color" content={PAPER[theme]} />
  return (
    <>
      <meta name="theme-color" content={PAPER.light} media="(prefers-color-scheme: light)" />
      <meta name="theme-color" content={PAPER.dark} media="(prefers-color-scheme: dark)" />
    </>
  )
}

const THEMES = [
  ['system', 'System', SystemIcon],
  ['light', 'Light', SunIcon],
  ['dark', 'Dark', MoonIcon],
] as const

/** A form that works without a script. behaviors/shell/display-settings.ts applies a choice right away. */
export function ThemeChoice() {
  const { pathname, search } = useLocation()
  const chosen = useRootData()?.appearance.theme ?? 'system'
  return (
    <PostForm action="/appearance" data-appearance="">
      <input type="hidden" name="back" value={pathname + search} />
      <Finished
        element="fieldset"
        className="segments"
        name="themes"
        dependsOn={import.meta.env.SSR && chosen}
      >
        {() => (
          <>
            <legend className="sr-only">Theme</legend>
            {THEMES.map(([theme, label, Icon]) => (
              <button
                key={theme}
                type="submit"
                name="theme"
                value={theme}
                aria-pressed={chosen === theme}
                className="segment"
              >
                <Icon className="size-5" />
                {label}
              </button>
            ))}
          </>
        )}
      </Finished>
    </PostForm>
  )
}
