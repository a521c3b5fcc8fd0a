import type { IsoDate } from '#contract/kit/time/clinic-date.ts'
import type { Likeness } from './import-row-store.ts'

type Row = { row: number; birthDate: IsoDate | null }

/** Returns whom rows resemble, without earlier rows that turn out to be somebody who was born on another day. An
 *  earlier row without a birth date can repeat the father's, which has one: then it says nothing about the son. */
export function withoutNamesakes(rows: readonly Row[], likeness: readonly Likeness[]): Likeness[] {
  const likenessOf = new Map(likeness.map((each) => [each.row, each]))
  const bornOf = new Map<number, string | null>()
  return rows.flatMap(({ row, birthDate }) => {
    const like = likenessOf.get(row)
    if (!like) return []
    const other = (like.likeRow === null ? undefined : bornOf.get(like.likeRow)) ?? like.likeRowBorn
    const isFamily = like.inFile === 'family'
    const isOther = !isFamily && other !== null && birthDate !== null && other !== birthDate
    const isSame = like.patient !== null || (like.likeRow !== null && !isFamily && !isOther)
    const known = like.kind === 'family' ? null : like.patient === null ? other : like.patientBorn
    bornOf.set(row, (isSame ? known : null) ?? birthDate)
    return isOther ? { ...like, inFile: null, likeRow: null, rowPatient: null } : like
  })
}
