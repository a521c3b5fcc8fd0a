/** The settings about a clinic. Without them nobody but this machine may reach a server. */
export const sampleClinic = {
  CLINIC_NAME: 'Lumen Dental',
  CLINIC_TIME_ZONE: 'America/New_York',
  CLINIC_EMAIL: 'hello@lumendental.example',
  CLINIC_PHONE: '+1 212 555 0142',
  CLINIC_ADDRESS: '48 Harbour Street, New York, NY 10004',
  CLINIC_HOURS: 'Mo-Su 08:00-12:00; Mo-Su 13:00-17:00',
}
