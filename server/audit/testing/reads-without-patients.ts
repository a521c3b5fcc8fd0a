/** Routes by which staff read other things. The trail, the problems of imported files and the exports have tests of
 *  their own, because their entries name no patient; the recalls and the calls, because nobody here is due or to be
 *  called. */
export const readsWithoutPatients = [
  'GET /absence-requests',
  'GET /audit',
  'GET /calendar',
  'GET /calendar/attention/:id/times',
  'GET /clinic',
  'GET /demo',
  'GET /desk/appointments/:id/times',
  'GET /desk/appointments/:id/treatments',
  'GET /desk/calls',
  'GET /desk/events',
  'GET /desk/first-free',
  'GET /desk/recalls',
  'GET /desk/till/closes',
  'GET /desk/times',
  'GET /doctor',
  'GET /messages',
  'GET /outsideServices',
  ...['payments', 'refunds', 'charges', 'appointments'].map((file) => `GET /exports/${file}.csv`),
  'GET /patient-imports',
  'GET /patient-imports/:id/problems',
  'GET /patients/export',
  'GET /reports',
  'GET /reports/:part/csv',
  'GET /staff',
]
