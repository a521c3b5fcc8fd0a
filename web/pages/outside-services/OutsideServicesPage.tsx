import { useQuery } from '@tanstack/react-query'
import { outsideServicesOf } from '#web/api/outside-services.ts'
import { usePerson } from '#web/session/use-person.ts'
import { LoadError } from '#web/ui/feedback/LoadError.tsx'
import { loadLater } from '#web/ui/feedback/load-later.ts'

const useForms = loadLater(() => import('./ServiceForm.tsx'))

/** The services outside this server: who sends its emails and text messages, and who takes card payments. */
export default function OutsideServicesPage() {
  const { email: admin } = usePerson()
  const services = useQuery(outsideServicesOf(admin))
  const forms = useForms()
  return (
    <>
      <h1 className="page-title">Outside services</h1>
      <p className="mt-2 max-w-text text-quiet">
        Who sends the clinic’s emails and text messages, and takes its card payments. Passwords and keys are encrypted,
        and no page shows them again.
      </p>
      <LoadError what="The services" query={services} className="mt-6" />
      {(services.isPending || (services.data && !forms)) && (
        <div role="status" className="mt-6 max-w-3xl">
          <span className="sr-only">Loading the services</span>
          <div className="skeleton h-180" />
        </div>
      )}
      {services.data && forms && (
        <div className="mt-6 grid max-w-3xl gap-6">
          {services.data.map((service) => (
            <forms.ServiceForm key={JSON.stringify(service)} admin={admin} service={service} />
          ))}
        </div>
      )}
    </>
  )
}
