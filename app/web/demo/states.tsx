import { COPY_STATUS_LABELS } from '../../reading/rules/offline.ts'
import '../reading/offline.css'
import './demo.css'

const VARIANTS = [
  ['Primary', ''],
  ['Large', 'button-large'],
  ['Quiet', 'button-quiet'],
  ['Danger', 'button-danger'],
] as const

/** Buttons: enabled, disabled, and busy. */
export function ButtonStates() {
  return (
    <div className="grid gap-4">
      {VARIANTS.map(([name, variant]) => (
        <div key={name} className="flex flex-wrap items-center gap-3">
          <button type="button" className={`button ${variant}`}>
            {name}
          </button>
          <button type="button" disabled className={`button ${variant}`}>
            {name}, disabled
          </button>
          <button type="button" aria-busy="true" className={`button ${variant}`}>
            {name}, busy
          </button>
        </div>
      ))}
      <div className="lamplit flex flex-wrap gap-3 rounded-panel p-5">
        <button type="button" className="button">
          On yellow
        </button>
        <button type="button" className="button button-quiet">
          Quiet on yellow
        </button>
      </div>
    </div>
  )
}

/** Whether a book of My List is saved on the device, below its card. */
export function CopyStates() {
  return (
    <ul className="copy-states grid gap-4">
      {Object.entries(COPY_STATUS_LABELS).map(([status, words]) => (
        <li key={status} className="copy-status">
          <span className="copy-text" data-status={status}>
            {words}
          </span>
          {status === 'saved' && '53 kB · '}
          {COPY_ACTIONS[status] && (
            <button type="button" className="text-link copy-action">
              {COPY_ACTIONS[status]}
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}

const COPY_ACTIONS: Partial<Record<string, string>> = {
  saved: 'Remove',
  'left out': 'Save',
  'no room': 'Try Again',
  failed: 'Try Again',
}

/** Fields: empty, filled, invalid, and disabled; a choice. */
export function FieldStates() {
  return (
    <div className="grid max-w-2xl gap-5 sm:grid-cols-2">
      <label className="font-semibold">
        Empty
        <input className="field mt-1 font-normal" placeholder="Books, Authors or Genres" />
      </label>
      <label className="font-semibold">
        Filled
        <input className="field mt-1 font-normal" defaultValue="Walden" />
      </label>
      <div className="min-w-0">
        <label htmlFor="invalid-field" className="mb-1 block font-semibold">
          Invalid
        </label>
        <input
          id="invalid-field"
          className="field"
          aria-invalid
          aria-describedby="invalid-why"
          defaultValue="ann@"
        />
        <p id="invalid-why" className="field-error mt-1.5">
          Please enter an email address such as name@example.com.
        </p>
      </div>
      <label className="font-semibold">
        Disabled
        <input className="field mt-1 font-normal" disabled defaultValue="ann@example.com" />
      </label>
      <fieldset className="segments segment-states">
        <legend className="sr-only">One of three</legend>
        {['First', 'Second', 'Third'].map((name, i) => (
          <label key={name} className="segment">
            <input type="radio" name="segments" defaultChecked={i === 1} />
            {name}
          </label>
        ))}
      </fieldset>
    </div>
  )
}

export function CalloutStates() {
  return (
    <div className="grid max-w-2xl grid-cols-1 gap-4">
      <p className="callout">
        Your password has been changed, and your other devices have been signed out.
      </p>
      <p className="callout callout-alert">Invalid email or password. Please try again.</p>
      <p>
        <span className="tag">Free trial</span>
      </p>
      <div className="panel p-5">A panel groups related content.</div>
      <div className="toast">
        Link copied.
        <button type="button">Close</button>
      </div>
      <progress className="progress" value={40} max={100} aria-label="40 percent read" />
    </div>
  )
}
