import type { ProblemKey } from './problem.ts'

/** What a rule says where no screen translates it; the English of the web application says the same, word for word. */
export const problemTexts: Readonly<Record<ProblemKey, string>> = {
  'problems.emailInvalid': 'Enter a valid e-mail address',
  'problems.prefixInvalid': 'The prefix has 1 to 4 digits',
  'problems.numberInvalid': 'The number has 6 to 15 digits',
  'problems.passwordRequired': 'Enter the password',
  'problems.rangeReversed': 'The start must not be after the end',
  'problems.rangeTooLong': 'The range may span {{maxDays}} days at most',
  'problems.searchByDate': 'Search by date',
  'problems.wrongDates': 'Wrong dates',
  'problems.actionNotAllowed': 'The booking no longer allows this',
  'problems.missingProperty': 'Missing property: {{name}}',
  'problems.filterPolicyRequired': 'Choose a fleet filter policy',
  'problems.originNotComplete': 'Booking origin not complete',
  'problems.destinationNotComplete': 'Booking destination not complete',
  'problems.startInPast': 'The start {{date}} {{time}} is more than one hour in the past',
  'problems.startOutOfRange': 'The start lies outside the allowed dates',
  'problems.startAfterToday': 'The start may not be after today',
  'problems.dateTooEarly': 'Error date too early',
  'problems.priceNegative': 'A price may not be below zero',
  'problems.validationReasonRequired': 'A total of 301 or more needs a validation reason and an explanation',
  'problems.reasonRequired': 'Choose a reason',
  'problems.commentRequired': 'This reason needs a comment',
  'problems.commentTooShort': 'The comment needs at least {{minLength}} characters',
  'problems.messageRequired': 'Write a text',
  'problems.messageTooLong': 'The text may have {{maxLength}} characters at most',
  'problems.arrivalBeforeStart': 'The arrival may not be before the start',
  'problems.arrivalTooLate':
    'The arrival may be at most 2 hours after the start of a booking as soon as possible, and 30 minutes after that of a scheduled one',
  'problems.finishBeforeStart': 'The finish may not be before the start',
  'problems.finishBeforeArrival': 'The finish may not be before the arrival',
  'problems.finishTooLate': 'The finish may be at most 24 hours after the start',
  'problems.dateInvalid': 'Write the date as DD-MM-YYYY',
  'problems.dateInPast': 'The date is in the past',
  'problems.dateRepeated': 'The date is repeated',
  'problems.breakRequired': 'Fill in this field',
  'problems.scoreInvalid': 'The score is a whole number from 1 to 5',
  'problems.improvementUnknown': 'Choose what to improve from the list',
  'problems.authorizationNotActive': 'The authorization is not active',
  'problems.authorizationNotYetValid': 'The authorization is not valid yet',
  'problems.authorizationExpired': 'The authorization has expired',
  'problems.authorizationUsedUp': 'The authorization has no bookings left',
  'problems.travelGroupMissing': 'The payment account has no travel group',
  'problems.travelGroupUnknown': 'Choose a travel group of the payment account',
  'problems.correctTheForm': 'Please correct the errors in the form before submitting',
}

/** The text with its {{names}} filled in. */
export const problemText = (problem: ProblemKey, values: Readonly<Record<string, string | number>> = {}) =>
  problemTexts[problem].replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name] ?? ''))
