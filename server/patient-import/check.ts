import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { Db } from '#server/database/db.ts'
import { phoneKeys } from '#server/patient/phone-number.ts'
import { findLikeness, type ParsedRow, writeLikeness, writeParsed } from './import-row-store.ts'
import { withoutNamesakes } from './namesakes.ts'
import { isFaulty, problemsOrNull, readPatient } from './patient-row.ts'
import { countRows, type ImportRow, nextRows, updateImport } from './store.ts'

/** The clinic's day and country (ISO 3166-1 alpha-2), by which rows are read. */
export type Place = { today: IsoDate; country: string }

const rowsAtOnce = 500

/** Checks the next rows of a file of patients: first what they say, then whom they resemble, for which all keys must be
 *  known. Returns the number of steps; none at the end. */
export async function checkPatients(tx: Db, found: ImportRow, place: Place): Promise<number> {
  const waiting = await nextRows(tx, found.id, ['waiting'], rowsAtOnce)
  if (waiting.length > 0) {
    const parsed = waiting.map(({ row, cells }): ParsedRow => {
      const { values, problems } = readPatient(cells ?? [], { ...found, today: place.today })
      return {
        ...{ row, state: isFaulty(problems) ? 'faulty' : 'parsed', values, problems: problemsOrNull(problems) },
        ...{ name: values.name, email: values.email, birth_date: values.birthDate, old_id: values.oldId, day: null },
        phone_keys: phoneKeys(values.phones, place.country),
      }
    })
    await writeParsed(tx, found.id, parsed)
    // A faulty row needs no second step.
    return waiting.length + parsed.filter(({ state }) => state === 'faulty').length
  }
  const parsed = await nextRows(tx, found.id, ['parsed'], rowsAtOnce)
  if (parsed.length === 0) {
    await updateImport(tx, found.id, { state: 'checked', faulty: await countRows(tx, found.id, 'faulty') })
    return 0
  }
  const numbers = parsed.map(({ row }) => row)
  await writeLikeness(tx, found.id, withoutNamesakes(parsed, await findLikeness(tx, found.id, numbers)))
  return parsed.length
}
