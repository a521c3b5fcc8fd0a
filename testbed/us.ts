/** The language, country and currency of the sample clinic. */
export const us = { language: 'en-US', country: 'US', currency: 'USD' }
