/** The `./node` door of the package: the host ports as files. */
export { FileSink, WriteError } from './output/file-sink.js';
export { FileTextSource } from './input/text-source.js';
