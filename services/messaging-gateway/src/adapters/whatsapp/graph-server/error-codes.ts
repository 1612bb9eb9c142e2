/**
 * The error codes of the Cloud API that a program that sends messages and keeps templates can meet.
 *
 * Sources. Codes and details: developers.facebook.com/documentation/business-messaging/whatsapp/support/error-codes, as served on
 * 2026-09-11. That page no longer has titles and HTTP statuses; they are those of its edition of 2025-12-12. An edition of 2023
 * answers throttling (4, 80007, 130429, 131048, 131056) with 429 instead of 400: both are listed, the newer first. Meta asks to
 * decide by `code`, never by HTTP status or title.
 * Where a code shows up (`arrives`): the page says "synchronously, asynchronously, or sometimes through both methods" without
 * saying which; what is listed is what clients report (chatwoot #10143, restfb #1344, megaapp977/stack #117; 2023 to 2025).
 */
export interface GraphErrorCode {
  code: number
  /** The words after the code in `message`; equal to `title` in a failed status. */
  title: string
  /** `error_data.details` where the request gives nothing more exact. */
  details: string
  /** HTTP statuses documented for it, the newest edition's first. */
  statuses: readonly [number, ...number[]]
  /** As the answer of the request, in a `failed` status, or either. */
  arrives: 'answer' | 'status' | 'either'
}

type Row = readonly [
  code: number,
  statuses: readonly [number, ...number[]],
  arrives: GraphErrorCode['arrives'],
  title: string,
  details: string,
]

const AUTHORIZATION: Row[] = [
  [0, [401], 'answer', 'AuthException', 'We were unable to authenticate the app user.'],
  [3, [500], 'answer', 'API Method', 'Capability or permissions issue.'],
  [10, [403], 'answer', 'Permission Denied', 'Permission is either not granted or has been removed.'],
  // Graph API, of a login: what clients quote of an unknown app (stored public code, read 2026-11-29).
  [101, [400], 'answer', 'Error validating application.', ''],
  // Without a token: "other endpoints may return error code 190 or 104 instead" of 200 (same page). Its status is not documented.
  [104, [401], 'answer', 'An access token is required to request this resource.', ''],
  [190, [401], 'answer', 'Access token has expired', 'Your access token has expired.'],
  [200, [403], 'answer', 'API Permission', 'Permission is either not granted or has been removed.'],
]

const INTEGRITY: Row[] = [
  [
    368,
    [403],
    'either',
    'Temporarily blocked for policies violations',
    'The WhatsApp Business Account associated with the app has been restricted or disabled for violating a platform policy.',
  ],
  [
    130497,
    [403],
    'either',
    'Business account is restricted from messaging users in this country.',
    'The WhatsApp Business Account is restricted from messaging to users in certain countries.',
  ],
  [
    131031,
    [403],
    'either',
    'Account has been locked',
    'The WhatsApp Business Account associated with the app has been restricted or disabled for violating a platform policy, or we were unable to verify data included in the request against data set on the WhatsApp Business Account.',
  ],
]

const THROTTLING: Row[] = [
  [4, [400, 429], 'answer', 'API Too Many Calls', 'The app has reached its API call rate limit.'],
  [
    80007,
    [400, 429],
    'answer',
    'Rate limit issues',
    'The WhatsApp Business Account has reached its rate limit.',
  ],
  [130429, [400, 429], 'answer', 'Rate limit hit', 'Cloud API message throughput has been reached.'],
  [
    131048,
    [400, 429],
    'either',
    'Spam rate limit hit',
    'Message failed to send because there are restrictions on how many messages can be sent from this phone number. This may be because too many previous messages were blocked or flagged as spam.',
  ],
  [
    131056,
    [400, 429],
    'answer',
    '(Business Account, Consumer Account) pair rate limit hit',
    'Too many messages sent from the sender phone number to the same recipient phone number in a short period of time.',
  ],
  [
    131064,
    [400],
    'either',
    'Template classification limit reached',
    'Message failed to send because this account has reached its messaging limit due to template classification violations.',
  ],
  [
    133016,
    [400, 429],
    'answer',
    'Account register deregister rate limit exceeded',
    'Registration or Deregistration failed because there were too many attempts for this phone number in a short period of time',
  ],
]

const REQUESTS: Row[] = [
  [1, [400], 'answer', 'API Unknown', 'Invalid request or possible server error.'],
  [2, [503], 'answer', 'API Service', 'Temporary due to downtime or due to being overloaded.'],
  [33, [400], 'answer', 'Parameter value is not valid', 'The business phone number has been deleted.'],
  [
    100,
    [400],
    'answer',
    'Invalid parameter',
    'The request included one or more unsupported or misspelled parameters.',
  ],
  // Graph API, not the Cloud API: an unknown path or version (stackoverflow.com/questions/15309986, read 2026-11-27).
  [2500, [400], 'answer', 'Unknown path components', ''],
  [131000, [500], 'either', 'Something went wrong', 'Message failed to send due to an unknown error.'],
  [131005, [403], 'answer', 'Access denied', 'Permission is either not granted or has been removed.'],
  [131008, [400], 'answer', 'Required parameter is missing', 'The request is missing a required parameter.'],
  [131009, [400], 'answer', 'Parameter value is not valid', 'One or more parameter values are invalid.'],
  [131016, [500], 'either', 'Service unavailable', 'A service is temporarily unavailable.'],
  [131021, [400], 'answer', 'Recipient cannot be sender', 'Sender and recipient phone number is the same.'],
  [
    131045,
    [500],
    'either',
    'Incorrect certificate',
    'Message failed to send due to a phone number registration error.',
  ],
  [131051, [400], 'answer', 'Unsupported message type', 'Unsupported message type.'],
  [131057, [500], 'either', 'Account in maintenance mode', 'Business Account is in maintenance mode'],
  // business-scoped-user-ids, 2026-02-06.
  [
    131062,
    [400],
    'answer',
    'Business-scoped User ID (BSUID) recipients are not supported for this message.',
    'Business-scoped User ID (BSUID) recipients are not supported for this message.',
  ],
  [133004, [503], 'answer', 'Server Temporarily Unavailable', 'Server is temporarily unavailable.'],
  // Registration: the words are those of the page's edition of 2025-12-12.
  [133005, [400], 'answer', 'Two step verification PIN Mismatch', 'Two-step verification PIN incorrect.'],
  [
    133006,
    [400],
    'answer',
    'Phone number re-verification needed',
    'Phone number needs to be verified before registering.',
  ],
  [
    133008,
    [400],
    'answer',
    'Too Many two step verification PIN Guesses',
    'Too many two-step verification PIN guesses for this phone number.',
  ],
  [
    133009,
    [400],
    'answer',
    'Two step verification PIN Guessed Too Fast',
    'Two-step verification PIN was entered too quickly.',
  ],
  [
    133015,
    [400],
    'answer',
    'Please wait a few minutes before attempting to register this phone number',
    'The phone number you are attempting to register was recently deleted, and deletion has not yet completed.',
  ],
  [
    133010,
    [400],
    'answer',
    'Phone number Not Registered',
    'Phone number not registered on the WhatsApp Business Platform.',
  ],
  [
    135000,
    [400],
    'either',
    'Generic user error',
    'Message failed to send because of an unknown error with your request parameters.',
  ],
]

const DELIVERY: Row[] = [
  [
    130403,
    [400],
    'status',
    'User blocked by business',
    'Unable to deliver the message. This business has blocked the end user on WhatsApp',
  ],
  [
    130472,
    [400],
    'status',
    "User's number is part of an experiment",
    'Message was not sent as part of an experiment.',
  ],
  [131026, [400], 'status', 'Message undeliverable', 'Unable to deliver message.'],
  [
    131037,
    [400],
    'answer',
    'WhatsApp provided number needs display name approval before message can be sent.',
    'The 555 business phone number used to send the request does not have an approved display name.',
  ],
  [
    131042,
    [400],
    'either',
    'Business eligibility payment issue',
    'There was an error related to your payment method.',
  ],
  [
    131047,
    [400],
    'either',
    'Re-engagement message',
    'More than 24 hours have passed since the recipient last replied to the sender number.',
  ],
  [
    131049,
    [400],
    'status',
    'Meta chose not to deliver.',
    'This message was not delivered to maintain healthy ecosystem engagement.',
  ],
  [
    131050,
    [400],
    'status',
    'User has stopped receiving marketing messages.',
    'Unable to deliver the message. This recipient has chosen to stop receiving marketing messages on WhatsApp from your business.',
  ],
  [131052, [400], 'status', 'Media download error', 'Unable to download the media sent by the user.'],
  [131053, [400], 'either', 'Media upload error', 'Unable to upload the media used in the message.'],
]

const TEMPLATES: Row[] = [
  [
    131063,
    [400],
    'answer',
    'Marketing templates are disabled',
    'Your template is categorized as Marketing, but marketing templates are currently disabled for your Cloud API configuration.',
  ],
  [
    132000,
    [400],
    'answer',
    'Number of parameters does not match the expected number of params',
    'The number of variable parameter values included in the request did not match the number of variable parameters defined in the template.',
  ],
  [
    132001,
    [404, 400],
    'answer',
    'Template name does not exist in the translation',
    'The template does not exist in the specified language or the template has not been approved.',
  ],
  [132005, [400], 'answer', 'Translated text too long', 'Translated text is too long.'],
  [
    132007,
    [400],
    'answer',
    'Template format character policy violated',
    'Template content violates a WhatsApp policy.',
  ],
  [
    132012,
    [400],
    'answer',
    'Parameter format does not match format in the created template',
    'Variable parameter values formatted incorrectly.',
  ],
  [
    132015,
    [400],
    'answer',
    'Template is paused',
    'Template is paused due to low quality so it cannot be sent in a template message.',
  ],
  [
    132016,
    [400],
    'answer',
    'Template is disabled',
    'Template has been paused too many times due to low quality and is now permanently disabled.',
  ],
  [
    132018,
    [400],
    'answer',
    'Template validation error',
    "There's an issue with the parameters in your template.",
  ],
  [132068, [400], 'answer', 'Flow is blocked', 'Flow is in blocked state.'],
  [
    132069,
    [400],
    'answer',
    'Flow is throttled',
    'Flow is in throttled state and 10 messages using this flow were already sent in the last hour.',
  ],
  [
    134011,
    [400],
    'answer',
    'WhatsApp Payments terms of service acceptance is pending',
    'Message failed to send because WhatsApp Payments terms of service acceptance is pending for this WhatsApp Business Account.',
  ],
]

export const GRAPH_ERROR_CODES: readonly GraphErrorCode[] = [
  AUTHORIZATION,
  INTEGRITY,
  THROTTLING,
  REQUESTS,
  DELIVERY,
  TEMPLATES,
]
  .flat()
  .map(([code, statuses, arrives, title, details]) => ({ code, statuses, arrives, title, details }))

const byCode = new Map(GRAPH_ERROR_CODES.map((row) => [row.code, row]))

/** @throws for a code that the table does not have: a fault of this folder, not of the caller's request. */
export function readErrorCode(code: number): GraphErrorCode {
  const row = byCode.get(code)
  if (!row) throw new Error(`error code ${code} is not in the table`)
  return row
}
