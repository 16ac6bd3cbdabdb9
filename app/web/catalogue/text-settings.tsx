import { useLocation } from 'react-router'
import { DEFAULT_APPEARANCE } from '../../accounts/rules/appearance.ts'
import { useRootData } from '../shell/root-data.ts'
import { TypeIcon } from '../ui/reading-icons.tsx'
import { SubmitButton } from '../ui/controls.tsx'
import { PostForm } from '../ui/post-form.tsx'

const CHOICES = [
  {
    name: 'size',
    legend: 'Text size',
    options: [
      ['1', 'Smallest', 'text-sm'],
      ['2', 'Smaller', ''],
      ['3', 'Medium', 'text-lg'],
      ['4', 'Larger', 'text-xl'],
      ['5', 'Largest', 'text-2xl'],
    ],
  },
  {
    name: 'width',
    legend: 'Line length',
    options: [
      ['narrow', 'Short'],
      ['medium', 'Medium'],
      ['wide', 'Long'],
    ],
  },
  {
    name: 'face',
    legend: 'Typeface',
    options: [
      ['serif', 'Serif'],
      ['sans', 'Sans'],
    ],
  },
  {
    name: 'theme',
    legend: 'Theme',
    options: [
      ['system', 'System'],
      ['light', 'Light'],
      ['dark', 'Dark'],
    ],
  },
] as const

/** Text size, line length, typeface, and theme. */
export function TextSettings() {
  const { pathname, search } = useLocation()
  const chosen = useRootData()?.appearance ?? DEFAULT_APPEARANCE
  return (
    <details data-menu="" className="text-settings">
      <summary className="icon-button" title="Text">
        <TypeIcon className="size-6" />
        <span className="sr-only">Text</span>
      </summary>
      <PostForm action="/appearance" data-appearance="" className="panel">
        <input type="hidden" name="back" value={pathname + search} />
        {CHOICES.map(({ name, legend, options }) => (
          // Phones are narrower than the shortest line length.
          <fieldset key={name} className={name === 'width' ? 'max-sm:hidden' : undefined}>
            <legend className="mb-1.5 text-sm font-semibold">{legend}</legend>
            <div className="segments">
              {options.map(([value, label, size = '']) => (
                <label key={value} className={`segment ${size}`}>
                  <input
                    type="radio"
                    name={name}
                    value={value}
                    defaultChecked={chosen[name] === value}
                  />
                  {name === 'size' ? (
                    <>
                      <span aria-hidden="true">A</span>
                      <span className="sr-only">{label}</span>
                    </>
                  ) : (
                    label
                  )}
                </label>
              ))}
            </div>
          </fieldset>
        ))}
        <SubmitButton data-needs-no-script="">Apply</SubmitButton>
      </PostForm>
    </details>
  )
}
