import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId, useState } from 'react'
import { Link } from 'react-router'
import type { ClinicAnswer } from '#contract/clinic.ts'
import { pages } from '#contract/site/pages.ts'
import { clinicOf } from '#web/api/clinic.ts'
import { clinic as clinicOnPage } from '#web/clinic.ts'
import { useMay } from '#web/session/use-may.ts'
import { usePerson } from '#web/session/use-person.ts'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { loadLater, loadWhenIdle } from '#web/ui/feedback/load-later.ts'

const useDemo = loadWhenIdle(() => import('#web/ui/demo/DemoBox.tsx'))
const useParts = loadLater(() => import('./parts.ts'))

/** The clinic's own data. Admins change it; each form is saved on its own. */
export default function ClinicPage() {
  const { email: admin } = usePerson()
  const mayChange = useMay('change-clinic')
  const clinic = useQuery({ ...clinicOf(admin), refetchOnWindowFocus: false, refetchOnReconnect: false })
  return (
    <>
      <h1 className="page-title">Clinic</h1>
      {mayChange && (
        <p className="mt-2 max-w-text text-quiet">Public pages, emails and calendar files follow within a second.</p>
      )}
      <LoadError what="The clinic’s data" query={clinic} className="mt-6" />
      {clinic.isPending && (
        <div role="status" className="mt-6 grid max-w-3xl gap-6">
          <span className="sr-only">Loading the clinic’s data</span>
          <div className="skeleton h-180" />
          <div className="skeleton h-180" />
        </div>
      )}
      {clinic.data && mayChange && <Forms admin={admin} clinic={clinic.data} />}
      {clinic.data && !mayChange && <ToRead clinic={clinic.data} />}
    </>
  )
}

function ToRead({ clinic }: { clinic: ClinicAnswer }) {
  const parts = useParts()?.parts
  return parts ? <parts.ClinicToRead clinic={clinic} /> : <div className="skeleton mt-6 h-180 max-w-3xl" />
}

/** The forms keep what was loaded until they are saved, so that nothing of another admin is overwritten unseen. */
function Forms({ admin, clinic: latest }: { admin: string; clinic: ClinicAnswer }) {
  const [clinic] = useState(latest)
  const [version, setVersion] = useState(latest.version)
  const parts = useParts()?.parts
  const shared = { admin, clinic, version, onSaved: setVersion }
  return (
    <div className="mt-6 grid max-w-3xl gap-6">
      {clinic.setupStep !== null && (
        <p className="rounded-field bg-base-200 p-4">
          The clinic is not set up yet.{' '}
          <Link to={pages.setUpSteps} className="text-link">
            Go on with the set-up
          </Link>
        </p>
      )}
      <Section title="The clinic" text="What patients see, and what dates, times and prices follow.">
        {parts ? <parts.DataForm {...shared} /> : <div className="skeleton mt-4 h-180" />}
      </Section>
      <Section title="Time zone" text="All days and times are those of this zone.">
        {parts ? <parts.TimeZoneForm {...shared} /> : <div className="skeleton mt-4 h-60" />}
      </Section>
      <Section title="Text messages" text="For patients who have chosen them. The clinic pays for each.">
        {parts ? <parts.TextsForm {...shared} /> : <div className="skeleton mt-4 h-60" />}
      </Section>
      <Section title="Logo" text="It replaces the tooth beside the clinic’s name.">
        {parts ? <parts.LogoForm {...shared} /> : <div className="skeleton mt-4 h-40" />}
      </Section>
      <Section title="Pictures" text="Your own, on the home page. Without them it has drawings.">
        {parts ? <parts.PicturesForm {...shared} /> : <div className="skeleton mt-4 h-160" />}
      </Section>
      <Section title="Service cards" text="Three cards on the home page.">
        {parts ? <parts.ServicesForm {...shared} /> : <div className="skeleton mt-4 h-120" />}
      </Section>
      <Section
        title="Reviews"
        text="What patients said, with their permission. Without any, the home page has no reviews."
      >
        {parts ? <parts.ReviewsForm {...shared} /> : <div className="skeleton mt-4 h-120" />}
      </Section>
      {clinicOnPage.demo && <Demo admin={admin} />}
    </div>
  )
}

/** The box that fills the demo, which few clinics load. */
function Demo({ admin }: { admin: string }) {
  const demo = useDemo(true)
  return demo ? <demo.DemoBox admin={admin} canFill /> : null
}

function Section({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  const heading = useId()
  return (
    <section aria-labelledby={heading} className="rounded-box border border-base-300 bg-card p-5 sm:p-8">
      <h2 id={heading} className="text-xl">
        {title}
      </h2>
      <p className="mt-1 text-quiet">{text}</p>
      {children}
    </section>
  )
}
