import type { Review, ServiceCard } from '#contract/clinic.ts'

/** The service cards of a new clinic. */
export const firstServices: Omit<ServiceCard, 'picture'>[] = [
  {
    name: 'Fluoride Treatment',
    description: 'A thin protective coat that hardens your enamel. It takes minutes and lasts about six months.',
  },
  {
    name: 'Cavity Filling',
    description: 'We clean the cavity and fill it to match your tooth, so only you will know.',
  },
  {
    name: 'Teeth Whitening',
    description: 'Lifts coffee, tea and age stains gently, with a dentist watching over it.',
  },
]

/** The reviews of a demo, which are marked as samples; the people are made up. */
export const sampleReviews: Omit<Review, 'picture'>[] = [
  {
    name: 'Nora Whitfield',
    text: 'A patient’s words about a first visit will go here, from the front desk to the way home.',
    location: 'Brooklyn, New York',
    sample: true,
  },
  {
    name: 'Samuel Adeyemi',
    text: 'A patient’s words about seeing a dentist again after years away will go here.',
    location: 'Queens, New York',
    sample: true,
  },
  {
    name: 'Elena Marchetti',
    text: 'A patient’s words about a treatment will go here: how it felt, and if the price was as shown.',
    location: 'Hoboken, New Jersey',
    sample: true,
  },
]
