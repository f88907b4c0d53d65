/**
 * The hot state: what is kept close because it is asked for all the time. In the memory of the process when there is one, in a store
 * that processes share when there are more. All of it can be lost at any moment and is rebuilt from the tables by whoever asks;
 * none of it is the truth, and what it says is exact all the same.
 */
package dev.tidings.core.hot;
