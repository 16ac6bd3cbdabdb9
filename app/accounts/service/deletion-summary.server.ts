import { countPersonalRows } from '../store/personal-data.server.ts'
import { linkedProviders } from '../store/identities.server.ts'
import { PROVIDER_LABELS } from '../rules/social-sign-in.ts'

interface DeletionSummary {
  savedBooks: number
  readBooks: number
  readingPlaces: number
  notes: number
  sharedSummaries: number
  /** Payments in the reader's payment history. */
  charges: number
  providers: string[]
}

/** Counts what will be deleted with a reader's account. */
export async function deletionSummary(userId: number): Promise<DeletionSummary> {
  const [savedBooks, readBooks, readingPlaces, notes, sharedSummaries, charges, providers] =
    await Promise.all([
      countPersonalRows('SavedBook', userId),
      countPersonalRows('ReadBook', userId),
      countPersonalRows('ReadingPosition', userId),
      countPersonalRows('Note', userId),
      countPersonalRows('SharedSummary', userId),
      countPersonalRows('Charge', userId),
      linkedProviders(userId),
    ])
  const labels = providers.map((name) => PROVIDER_LABELS[name])
  const counts = { savedBooks, readBooks, readingPlaces, notes, sharedSummaries, charges }
  return { ...counts, providers: labels }
}
