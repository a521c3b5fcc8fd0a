import { signTokens } from '../kit/workload.ts'
import type { Patient, Treatment } from './mix.ts'

/** Returns the patients of `createSampleStore` and the clinic's treatments. */
export async function peopleOf(origin: string): Promise<{ patients: Patient[]; treatments: Treatment[] }> {
  const tokens = await signTokens()
  const patients = tokens.map((token, n) => ({
    email: `patient${n}@bench.example`,
    authorization: `Bearer ${token}`,
  }))
  return { patients, treatments: (await (await fetch(`${origin}/service`)).json()) as Treatment[] }
}
