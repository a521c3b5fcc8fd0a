/** Storage key of the token, as specified. */
export const tokenKey = 'accessToken'

/** Storage key of when the token was received, by the browser's clock. */
export const receiptKey = 'accessTokenReceipt'
