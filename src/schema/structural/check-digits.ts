const CREDIT_CARD =
  /^(?:4\d{12}(?:\d{3})?|5[1-5]\d{14}|(?:222[1-9]|22[3-9]\d|2[3-6]\d{2}|27[01]\d|2720)\d{12}|6(?:011|5\d{2})\d{12}|3[47]\d{13}|3(?:0[0-5]|[68]\d)\d{11}|(?:2131|1800|35\d{3})\d{11}|6[27]\d{14})$/;

/** Reports whether a text is an ISBN of ten digits, blanks and dashes aside. */
export function isIsbn10(text: string): boolean {
  const digits = text.replace(/[\s-]+/g, '');
  if (!/^\d{9}[\dX]$/.test(digits)) return false;
  const sum = [...digits].reduce((total, digit, i) => total + (i + 1) * (digit === 'X' ? 10 : Number(digit)), 0);
  return sum % 11 === 0;
}

/** Reports whether a text is an ISBN of thirteen digits, blanks and dashes aside. */
export function isIsbn13(text: string): boolean {
  const digits = text.replace(/[\s-]+/g, '');
  if (!/^\d{13}$/.test(digits)) return false;
  return [...digits].reduce((total, digit, i) => total + Number(digit) * (i % 2 === 0 ? 1 : 3), 0) % 10 === 0;
}

/** Reports whether a text is the number of a credit card by its issuer's prefix and the check of Luhn. */
export function isCreditCard(text: string): boolean {
  const digits = text.replace(/\D+/g, '');
  if (!CREDIT_CARD.test(digits)) return false;
  const sum = [...digits].reverse().reduce((total, digit, i) => {
    const value = Number(digit) * (i % 2 === 0 ? 1 : 2);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
