/** What can be said about something: predicates that follow a name. */
export interface Remarks {
  praise: readonly string[];
  neutral: readonly string[];
  blame: readonly string[];
}

export interface BrandProfile {
  grinder: Product;
  machine: Product;
  /** Of the company as a whole. */
  company: Remarks;
  /** Whom it suits, after "for". */
  audience: string;
}

export interface Product extends Remarks {
  name: string;
  /** A usual price in US dollars. */
  price: number;
}

/** What each of the invented brands is known for. */
export const PROFILES: Record<string, BrandProfile> = {
  Varrow: {
    audience: 'people who want to keep one machine for ten years',
    grinder: {
      name: 'V2',
      price: 239,
      praise: [
        'grinds evenly from espresso to French press',
        'comes apart without tools and is a joy to clean',
        'feels like a precision instrument',
        'hardly warms the beans, and the cup tastes all the better for it',
        'has superb steel burrs that stay sharp for years',
      ],
      neutral: [
        'uses 58 mm flat burrs',
        'is made in small batches and sometimes sells out',
        'weighs just under four kilos',
      ],
      blame: ['is expensive for a home grinder', 'is heavier and bulkier than it needs to be'],
    },
    machine: {
      name: 'Duo',
      price: 549,
      praise: [
        'holds its temperature beautifully, shot after shot',
        'is solidly built from brass and steel',
        'earns consistently high marks in long-term tests',
        'is a pleasure to use every morning, even half asleep',
        'steams and brews at the same time with impressive power',
      ],
      neutral: ['heats up in about six minutes', 'comes in matte black, sand and steel', 'has a two-litre tank'],
      blame: [
        'takes up an annoying amount of counter space',
        'is slow to heat up, which is frustrating on busy mornings',
        'costs more than most first-time buyers want to spend',
      ],
    },
    company: {
      praise: [
        'sells every part that can wear out, so repairs are cheap and easy',
        'has excellent customer support that answers within a day',
        'keeps its resale value remarkably well',
        'has earned the trust of owners with honest repair guides',
      ],
      neutral: ['publishes its repair manuals on its website', 'sells mostly through its own shop'],
      blame: ['often has long delivery times'],
    },
  },
  Brumelle: {
    audience: 'kitchens where looks matter',
    grinder: {
      name: 'Fino',
      price: 219,
      praise: [
        'looks gorgeous and grinds well enough for espresso',
        'is easy to set thanks to its clear dial',
        'doses reliably to a tenth of a gram',
      ],
      neutral: ['has a built-in scale', 'uses 50 mm conical burrs', 'was redesigned last spring'],
      blame: ['is overpriced for what is inside', 'scratches easily, and new panels are expensive'],
    },
    machine: {
      name: 'Classe',
      price: 499,
      praise: [
        'steams milk into a wonderfully fine foam',
        'delivers rich, balanced shots with hardly any effort',
        'is easy to use from the first day',
        'looks gorgeous and feels as good as it looks',
        'is a favorite of testers for its clear controls',
      ],
      neutral: ['has a 54 mm portafilter', 'is ready after three minutes', 'sits at the upper end of the price range'],
      blame: [
        'has unreliable electronics',
        'is overpriced compared with what is inside',
        'makes repairs difficult because the housing is glued',
      ],
    },
    company: {
      praise: ['offers an outstanding barista course to its customers', 'has friendly, competent shops in many cities'],
      neutral: ['is sold in most department stores', 'belongs to a larger household group'],
      blame: ['charges steep prices for accessories', 'is slow to answer complaints'],
    },
  },
  'Kestrel & Pine': {
    audience: 'travellers and filter drinkers',
    grinder: {
      name: 'Field',
      price: 139,
      praise: [
        'packs impressive burrs into a very small body',
        'makes clear, sweet filter cups',
        'feels sturdy and well balanced in the hand',
        'is a great companion on the road',
      ],
      neutral: ['has forty grind steps', 'comes in a cotton bag', 'is turned by hand'],
      blame: [
        'struggles with fine espresso settings',
        'has a disappointing hopper that holds barely thirty grams',
        'is tiring to crank with light roasts',
      ],
    },
    machine: {
      name: 'Harbor',
      price: 359,
      praise: ['makes a good, honest espresso', 'offers good value for a machine with a real boiler'],
      neutral: ['is the only machine in the range', 'has a wooden handle', 'comes without a grinder'],
      blame: [
        'has a fiddly tank that is annoying to refill',
        'brews at unpredictable temperatures',
        'drips after every shot',
      ],
    },
    company: {
      praise: ['is liked for its honest advice', 'replaces faulty parts without arguing'],
      neutral: ['is mostly known for hand grinders', 'began as a camping outfitter'],
      blame: ['ships spare burrs painfully slowly', 'has raised its prices without good reason'],
    },
  },
  Ostro: {
    audience: 'tight budgets',
    grinder: {
      name: 'Grind 4',
      price: 59,
      praise: ['is hard to beat on price', 'is light and easy to store'],
      neutral: ['has a plastic housing', 'uses a timer instead of a scale', 'is sold in supermarkets'],
      blame: [
        'grinds unevenly and leaves far too much dust',
        'has a loud, rattling motor',
        'is frustrating to clean because the chute clogs',
        'overheats after two cups',
      ],
    },
    machine: {
      name: 'Bar 15',
      price: 129,
      praise: ['offers decent results for very little money', 'is small and light'],
      neutral: ['is the cheapest of the well-known names', 'has a 15 bar pump', 'comes with a one-year warranty'],
      blame: [
        'feels cheap and wobbly',
        'leaks in a worrying number of reviews',
        'breaks too early, usually right after the warranty ends',
        'makes thin, bitter espresso',
      ],
    },
    company: {
      praise: ['has frequent sales'],
      neutral: ['sells mostly through discounters'],
      blame: [
        'has poor spare-part supply, so a small defect means a new machine',
        'has a support line that owners call useless',
        'keeps ignoring complaints about quality',
      ],
    },
  },
  Mokkari: {
    audience: 'small kitchens and beginners',
    grinder: {
      name: 'Mini',
      price: 169,
      praise: [
        'is quiet, tidy and quick to clean',
        'is wonderfully compact without feeling like a toy',
        'grinds faster and more evenly than its size suggests',
      ],
      neutral: ['comes in five colors', 'is only twelve centimeters wide', 'holds 180 grams of beans'],
      blame: ['offers too few steps for experienced users', 'has a small hopper that needs refilling all the time'],
    },
    machine: {
      name: 'Uno',
      price: 329,
      praise: [
        'makes good espresso surprisingly easy',
        'impressed testers more than any other newcomer this year',
        'has a clever app that really helps beginners',
        'gives you excellent value in the middle of the market',
      ],
      neutral: ['warms up in forty seconds', 'fits under low cupboards', 'is updated every autumn'],
      blame: [
        'has a tiny tank that needs refilling annoyingly often',
        'offers too few adjustments for experienced users',
      ],
    },
    company: {
      praise: ['is praised for its quick, friendly support', 'listens to its users and fixes flaws fast'],
      neutral: ['entered the market only two years ago', 'sells online only'],
      blame: ['is hard to find in shops'],
    },
  },
  Tallgrass: {
    audience: 'shared kitchens',
    grinder: {
      name: 'Prairie',
      price: 199,
      praise: ['copes well with large amounts of beans', 'is sturdy enough for a shared kitchen'],
      neutral: ['weighs six kilos', 'has a hopper for a kilo of beans', 'is aimed at offices rather than homes'],
      blame: ['is bulky and rather ugly', 'is too coarse for good espresso', 'hums annoyingly even when idle'],
    },
    machine: {
      name: 'Station',
      price: 689,
      praise: ['copes well with dozens of cups a day', 'has a generous tank and a helpful cleaning reminder'],
      neutral: ['needs a water filter every two months', 'weighs eleven kilos', 'can be connected to the mains'],
      blame: [
        'takes forever to clean properly',
        'has a confusing menu that nobody understands',
        'makes flat-tasting coffee for its class',
      ],
    },
    company: {
      praise: ['offers good service contracts'],
      neutral: ['rents out machines as well as selling them', 'works with local dealers'],
      blame: ['is slow to send technicians', 'ties customers to unfair contracts'],
    },
  },
};
