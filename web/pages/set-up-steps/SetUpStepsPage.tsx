import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type SetupStep, setupSteps } from '#contract/clinic.ts'
import { clinicOf, readyOf } from '#web/api/clinic.ts'
import { usePerson } from '#web/session/use-person.ts'
import { UnsentNotice } from '#web/ui/contact/UnsentNotice.tsx'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { loadLater, loadWhenIdle } from '#web/ui/feedback/load-later.ts'
import type { StepProps } from './step.ts'

const useList = loadWhenIdle(() => import('./ready.ts'))
const useParts = loadLater(() => import('./parts.ts'))

const titles: Record<SetupStep, [title: string, text: string]> = {
  clinic: ['Your clinic', 'What patients see. You can change all of it later, on the page Clinic.'],
  hours: ['Opening hours', 'Patients can book inside these hours. A gap is a break.'],
  treatment: ['Treatments', 'What patients can book.'],
  dentist: ['Dentists', 'Who treats your patients. Without dentists, one patient at a time can book a treatment.'],
}

/** The steps of the set-up after the first admin, and then what is missing before the clinic opens. A reload goes on
 *  where it was. */
export default function SetUpStepsPage() {
  const { email: admin } = usePerson()
  const clinic = useQuery({ ...clinicOf(admin), refetchOnWindowFocus: false })
  const step = setupSteps.find((name) => name === clinic.data?.setupStep)
  const at = step ? setupSteps.indexOf(step) : setupSteps.length
  return (
    <>
      <h1 className="page-title">Ready to open</h1>
      <UnsentNotice canSetUp className="mt-4 max-w-3xl" />
      <LoadError what="The set-up" query={clinic} className="mt-6" />
      {clinic.isPending && (
        <div role="status" className="mt-6 max-w-3xl">
          <span className="sr-only">Loading the set-up</span>
          <div className="skeleton h-180" />
        </div>
      )}
      {clinic.data && !step && <Ready admin={admin} />}
      {clinic.data && step && (
        <section className="mt-6 max-w-3xl rounded-box border border-base-300 bg-card p-5 sm:p-8">
          <p className="text-quiet text-sm">
            Step {at + 1} of {setupSteps.length}
          </p>
          <h2 className="mt-1 text-xl">{titles[step][0]}</h2>
          <p className="mt-1 text-quiet">{titles[step][1]}</p>
          <Step key={step} step={step} admin={admin} clinic={clinic.data} next={setupSteps[at + 1] ?? null} />
        </section>
      )}
    </>
  )
}

function Step({ step, ...props }: StepProps & { step: SetupStep }) {
  const parts = useParts()?.parts
  // The button of the step before was far down.
  useEffect(() => {
    // Chromium’s scrollTo returns a promise, which is no cleanup.
    window.scrollTo(0, 0)
  }, [])
  if (!parts) return <Waiting />
  if (step === 'clinic') return <parts.ClinicStep {...props} />
  if (step === 'hours') return <parts.HoursStep {...props} />
  if (step === 'treatment') return <parts.TreatmentStep {...props} />
  return <parts.DentistStep {...props} />
}

const Waiting = () => <div className="skeleton mt-4 h-120" />

function Ready({ admin }: { admin: string }) {
  const ready = useQuery(readyOf(admin))
  const list = useList(true)?.ready
  if (ready.isError) return <LoadError what="The list" query={ready} className="mt-6" />
  if (!ready.data || !list) return <Waiting />
  return (
    <>
      <list.ReadyList rows={ready.data} />
      <list.OpenBooking admin={admin} />
    </>
  )
}
