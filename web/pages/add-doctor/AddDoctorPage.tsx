import { useId } from 'react'
import { usePerson } from '#web/session/use-person.ts'
import { loadLater } from '#web/ui/feedback/load-later.ts'

const useForm = loadLater(() => import('#web/ui/doctor/AddDoctorForm.tsx'))

export default function AddDoctorPage() {
  const { email: admin } = usePerson()
  const form = useForm()
  const heading = useId()

  return (
    <section aria-labelledby={heading} className="max-w-xl">
      <h1 id={heading} className="page-title">
        Add a Doctor
      </h1>
      {form ? <form.AddDoctorForm admin={admin} /> : <div className="skeleton mt-6 h-136" />}
    </section>
  )
}
