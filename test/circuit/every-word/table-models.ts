/** Tables of two and three inputs. */
const changes = { offset: '0.3', gain: '2' };

export const tables = Object.freeze({
  table2d: {
    ports: 'in x %v a',
    model: { file: '"grid-2-a.txt"' },
    changes: { ...changes, file: '"grid-2-b.txt"' },
  },
  table3d: {
    ports: 'in x in %v a',
    model: { file: '"grid-3-a.txt"' },
    changes: { ...changes, file: '"grid-3-b.txt"' },
  },
});
