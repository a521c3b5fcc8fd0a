import type { Lab } from '../kit/lab.ts'
import { signTokens } from '../kit/workload.ts'
import { runApart } from './apart.ts'
import type { Mix, MixResult, Patient, Treatment } from './mix.ts'

/** Sends a mix to the server under test. */
export type RunMix = (mix: Pick<Mix, 'connections' | 'seconds' | 'shares'>) => Promise<MixResult>

/** Returns the patients of `createSampleStore` and the clinic's treatments. */
export async function peopleOf(origin: string): Promise<{ patients: Patient[]; treatments: Treatment[] }> {
  const tokens = await signTokens()
  const patients = tokens.map((token, n) => ({
    email: `patient${n}@bench.example`,
    authorization: `Bearer ${token}`,
  }))
  return { patients, treatments: (await (await fetch(`${origin}/service`)).json()) as Treatment[] }
}

/** Sends a mix of requests from a process of its own. */
export const runMixApart = (lab: Lab, mix: Mix): Promise<MixResult> =>
  runApart(lab, import.meta.resolve('./mix-process.ts'), mix)
