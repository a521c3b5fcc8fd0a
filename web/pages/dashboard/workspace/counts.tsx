import { useQuery } from '@tanstack/react-query'
import { type Role, roles } from '#contract/access/roles.ts'
import { formatCount } from '#contract/kit/text/count.ts'
import { absenceRequestsOf } from '#web/api/absence-requests.ts'
import { callsOf } from '#web/api/attention.ts'
import { needAttentionOf } from '#web/api/calendar.ts'

/** How much needs attention: appointments that do not fit the rules, patients to call and, for admins, absences asked
 *  for. */
export function AttentionCount({ staff, role }: { staff: string; role: Role }) {
  return (
    <>
      <NeedAttention staff={staff} />
      <ToCall staff={staff} />
      {role === roles.admin && <OpenRequests admin={staff} />}
    </>
  )
}

function NeedAttention({ staff }: { staff: string }) {
  const { data: count = 0 } = useQuery(needAttentionOf(staff))
  return <Count count={count} what={count === 1 ? 'appointment' : 'appointments'} className="text-error" />
}

function ToCall({ staff }: { staff: string }) {
  const { data } = useQuery(callsOf(staff))
  const count = data?.open.length ?? 0
  return <Count count={count} what={`${count === 1 ? 'patient' : 'patients'} to call`} />
}

function OpenRequests({ admin }: { admin: string }) {
  const { data } = useQuery(absenceRequestsOf(admin))
  const count = data?.length ?? 0
  return <Count count={count} what={`${count === 1 ? 'absence' : 'absences'} asked for`} />
}

function Count({ count, what, className = '' }: { count: number; what: string; className?: string }) {
  if (count === 0) return null
  return (
    <span className={`ml-auto rounded-full bg-base-300 px-2 text-sm tabular-nums [&+&]:ml-0 ${className}`}>
      {formatCount(count)}
      <span className="sr-only"> {what}</span>
    </span>
  )
}
