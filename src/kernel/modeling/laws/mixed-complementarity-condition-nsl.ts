/** The first rows equations y = 0 with lambda free, the others complementary: 0 <= y _|_ lambda >= 0. */
import { checkLawSize, plainBoxes, type BoxRows, type NonSmoothLaw } from './nonsmooth-law.js';

export class MixedComplementarityConditionNSL implements NonSmoothLaw {
  readonly size: number;
  readonly boxes: BoxRows;

  constructor(
    readonly equalities: number,
    readonly complementarities: number,
  ) {
    checkLawSize('MixedComplementarityConditionNSL', equalities);
    checkLawSize('MixedComplementarityConditionNSL', complementarities);
    this.size = equalities + complementarities;
    const lower = new Float64Array(this.size).fill(-Infinity, 0, equalities);
    this.boxes = plainBoxes(lower, new Float64Array(this.size).fill(Infinity));
  }
}
