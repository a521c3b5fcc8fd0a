/** The publishable key of every site that uses the sandbox. It is not a secret. */
export const publishableKey = 'pk_test_sandbox'
