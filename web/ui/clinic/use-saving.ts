import { useQueryClient } from '@tanstack/react-query'
import type { ClinicAnswer, ClinicChange } from '#contract/clinic.ts'
import { patchClinic } from '#web/api/clinic.ts'
import { useToast } from '#web/ui/message/use-toast.ts'

/** What each form about the clinic gets: the data as they were loaded, and the version to change. */
export interface ClinicFormProps {
  admin: string
  clinic: ClinicAnswer
  version: number
  onSaved: (version: number) => void
}

/** Returns a function that saves fields of the clinic and says so.
 *  @throws the server's refusal */
export function useSaving({ admin, version, onSaved }: Omit<ClinicFormProps, 'clinic'>) {
  const client = useQueryClient()
  const toast = useToast()
  return async (change: Omit<ClinicChange, 'version'>, done = 'Saved. Patients see it now.') => {
    const saved = await patchClinic(client, admin, { ...change, version })
    onSaved(saved.version)
    if (done) toast('success', done)
    return saved
  }
}
