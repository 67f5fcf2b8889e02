import { describe, expect, it } from 'vitest';

const file = new URL('../../grammar/plain-bindings.mjs', import.meta.url);
const { plainBindings } = (await import(file.href)) as { plainBindings(text: string): string };

describe('bindings of lists in the bundles', () => {
  it.each([
    ['let[a,b]=[f(x,1),[y,2]];', 'let a=f(x,1),b=[y,2];'],
    ['var[a]=[")],"],c=1;', 'var a=")],",c=1;'],
    ['const [a,b]=[{x:[1,2]},g=>g/2/h],c=d;', 'const a={x:[1,2]},b=g=>g/2/h,c=d;'],
    ["for(let[a,b]=['\\']',0];a;)let[c,d]=[b,a];", "for(let a='\\']',b=0;a;)let c=b,d=a;"],
  ])('%s', (given, expected) => {
    expect(plainBindings(given)).toBe(expected);
  });

  it.each([
    'let[a,b]=[...x,y];',
    'let[a,b]=[x,y,z];',
    'let[a,b]=[x,y].map(f);',
    'let[a,,b]=[x,y,z];',
    'let[a,b]=[`]`,y];',
    'let[a,b]=[/]/,y];',
    'let[a,b]=[()=>{return/]/},y];',
    '[a,b]=[b,a];',
    'outlet[a]=[x];',
    'for(let[a,b]of[x,y]);',
  ])('%s stays as it is', (given) => {
    expect(plainBindings(given)).toBe(given);
  });
});
