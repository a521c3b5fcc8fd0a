import type { Calls } from '../kit/call.ts'
import type { absenceRequestCalls } from './absence-request.ts'
import type { accountCalls } from './account.ts'
import type { accountPatientCalls } from './account-patient.ts'
import type { linkCalls } from './appointment-link.ts'
import type { attentionCalls } from './attention.ts'
import type { auditCalls } from './audit.ts'
import type { bookingCalls } from './booking.ts'
import type { calendarCalls } from './calendar.ts'
import type { bookingChangeCalls } from './change-booking.ts'
import type { clinicCalls } from './clinic.ts'
import type { dayCalls } from './day.ts'
import type { demoCalls } from './demo.ts'
import type { doctorCalls } from './doctor.ts'
import type { privacyCalls } from './erasure.ts'
import type { feedCalls } from './feed.ts'
import type { messageCalls } from './message.ts'
import type { newAppointmentCalls } from './new-appointment.ts'
import type { outsideServiceCalls } from './outside-service.ts'
import type { patientImportCalls } from './patient-import.ts'
import type { deskPaymentCalls, paymentCalls } from './payment.ts'
import type { recallCalls } from './recall.ts'
import type { recordCalls } from './record.ts'
import type { refundCalls } from './refund.ts'
import type { reportCalls } from './report.ts'
import type { secondFactorCalls } from './second-factor.ts'
import type { signInCalls } from './sign-in.ts'
import type { staffCalls } from './staff.ts'
import type { textCodeCalls } from './text-code.ts'
import type { tillCalls } from './till.ts'
import type { treatmentCalls } from './treatment.ts'
import type { userCalls } from './user.ts'
import type { waitingListCalls } from './waiting-list.ts'

type ByAddress<C extends Calls> = { [Id in keyof C as `${C[Id]['method']} ${C[Id]['path']}`]: C[Id] }

/** All calls, by method and path. Types only: no page carries the schemas of what it sends. */
export type ApiCalls = ByAddress<typeof absenceRequestCalls> &
  ByAddress<typeof accountCalls> &
  ByAddress<typeof attentionCalls> &
  ByAddress<typeof auditCalls> &
  ByAddress<typeof bookingCalls> &
  ByAddress<typeof bookingChangeCalls> &
  ByAddress<typeof calendarCalls> &
  ByAddress<typeof clinicCalls> &
  ByAddress<typeof dayCalls> &
  ByAddress<typeof demoCalls> &
  ByAddress<typeof doctorCalls> &
  ByAddress<typeof feedCalls> &
  ByAddress<typeof linkCalls> &
  ByAddress<typeof messageCalls> &
  ByAddress<typeof newAppointmentCalls> &
  ByAddress<typeof outsideServiceCalls> &
  ByAddress<typeof patientImportCalls> &
  ByAddress<typeof paymentCalls> &
  ByAddress<typeof accountPatientCalls> &
  ByAddress<typeof privacyCalls> &
  ByAddress<typeof recallCalls> &
  ByAddress<typeof recordCalls> &
  ByAddress<typeof refundCalls> &
  ByAddress<typeof deskPaymentCalls> &
  ByAddress<typeof reportCalls> &
  ByAddress<typeof secondFactorCalls> &
  ByAddress<typeof signInCalls> &
  ByAddress<typeof staffCalls> &
  ByAddress<typeof textCodeCalls> &
  ByAddress<typeof tillCalls> &
  ByAddress<typeof treatmentCalls> &
  ByAddress<typeof userCalls> &
  ByAddress<typeof waitingListCalls>
