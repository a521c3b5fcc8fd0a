import type { LocalFile } from '#web/api/patient-imports.ts'

/** What each step of an import takes. `onShow` shows another import, or with null a new file. `local` is the file that
 *  was uploaded, until a reload. */
export interface StepProps {
  admin: string
  onShow: (id: string | null, local?: LocalFile) => void
  local?: LocalFile | undefined
}
