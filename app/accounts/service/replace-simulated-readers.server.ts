import { DomainError } from '../../platform/errors.ts'
import {
  countRealReaders,
  deleteSimulated,
  insertSimulated,
  simulatedIds,
} from '../store/simulated-readers.server.ts'

/**
 * Replaces the simulated readers. They have no password and cannot sign in.
 * @param amongReal allows simulated readers next to real ones
 * @returns their ids, in order
 * @throws DomainError conflict when real readers have accounts
 */
export async function replaceSimulatedReaders(
  count: number,
  amongReal: boolean,
): Promise<number[]> {
  const real = amongReal ? 0 : await countRealReaders()
  if (real > 0) {
    throw new DomainError(
      'conflict',
      `This database has ${real} real ${real === 1 ? 'reader' : 'readers'}, whose recommendations simulated marks would change. Use another database, or add --among-real-readers.`,
    )
  }
  await deleteSimulated()
  await insertSimulated(count)
  return simulatedIds()
}
