/** The key that pages have at the card sandbox. It is no secret and the same for everyone. */
export const publishableKey = 'pk_test_sandbox'
