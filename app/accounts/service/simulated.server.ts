import { DomainError } from '../../platform/errors.ts'
import {
  countRealReaders,
  deleteSimulated,
  insertSimulated,
  simulatedIds,
} from '../store/simulated.server.ts'

/**
 * Puts so many readers who are none into the database, instead of those of before. They have no
 * password: nobody signs in as one.
 * @param amongReal also where real readers have accounts
 * @returns their ids, in order
 * @throws DomainError conflict where real readers have accounts
 */
export async function replaceSimulatedReaders(
  count: number,
  amongReal: boolean,
): Promise<number[]> {
  const real = amongReal ? 0 : await countRealReaders()
  if (real > 0) {
    throw new DomainError(
      'conflict',
      `This database has ${real} real ${real === 1 ? 'reader' : 'readers'}: simulated marks would change what they are shown. Use another database, or say --among-real-readers.`,
    )
  }
  await deleteSimulated()
  await insertSimulated(count)
  return simulatedIds()
}
