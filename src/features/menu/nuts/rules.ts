/** Words on "nut" that an allergy to nuts does not concern. "Nutmeg" and "nutty" do not end so and are never found. */
const HARMLESS = /\b(?:coco|dough|do|butter)nuts?\b|\bwater chestnuts?\b/g

/** A tag that is nothing but a statement of absence. In a sentence it may mean the opposite: "made without nuts on request". */
const ABSENT = /^(?:no|without|free (?:of|from)) (?:tree )?(?:pea)?nuts?$|^(?:tree )?(?:pea)?nuts? free$/

/** Every word that ends in "nut", such as peanut and pine nut, and nuts with names of their own. */
const NUT =
  /nuts?\b|peanut|groundnut|hazelnut|walnut|almond|pistach|cashew|pecan|macadamia|filbert|pin(?:ol|iol|gol)i/

/** Foods that are made of nuts and whose names do not say so. */
const MADE_OF_NUTS = new RegExp(
  `\\b(?:${[
    'amandine',
    'amarett[io]s?',
    'baklava',
    'domoda',
    'dukkah',
    'frangipane?',
    'gianduj[ae]',
    'macarons?',
    'ma+fe',
    'marzipan',
    'muhammara',
    'nougat',
    'nutella',
    'orgeat',
    'pesto',
    'pralines?',
    'romesco',
    'satay',
    'suya',
    'yaji',
  ].join('|')})\\b`,
)

/**
 * Whether one of these texts (lower case, without accents) names a nut, or a food that is made of nuts. In doubt it does: a
 * guest who misses a dish asks for it, a guest with an allergy must not be shown one that harms. Sesame is no nut.
 */
export const namesNut = (texts: readonly string[]): boolean =>
  texts
    .map((text) => text.replaceAll('-', ' ').trim())
    .filter((text) => !ABSENT.test(text))
    .map((text) => text.replaceAll(HARMLESS, ' '))
    .some((text) => NUT.test(text) || MADE_OF_NUTS.test(text))
