// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.wording;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The mechanical rules of the style guide, for messages, descriptions and comments. */
class WordingTest {

    private static final int MAX_WORDS = 25;
    private static final Pattern PERSONAL =
            Pattern.compile("(?<!\\|)\\bh(?:e|im|is|imself)\\b(?!\\|)", Pattern.CASE_INSENSITIVE);

    private static final Pattern VAGUE_BEGINNING = Pattern.compile("^(?:/\\*\\*|//)\\s*(?:What|The same|Those)\\b");
    private static final Pattern VAGUE_SUBJECT = Pattern.compile("\\b(?:nobody|somebody)\\b", Pattern.CASE_INSENSITIVE);

    private final List<Sentence> sentences = Sentences.in(SourceFiles.ofExtensions());

    WordingTest() throws IOException {}

    @Test
    void theTextsAreFound() {
        assertThat(sentences).filteredOn(Sentence::isDescription).hasSizeGreaterThan(100);
        assertThat(sentences)
                .filteredOn(sentence -> !sentence.isDescription())
                .hasSizeGreaterThan(400)
                .extracting(Sentence::text)
                .contains(
                        "The realm has no role with this name", // of a reject
                        "Line %d: no user storage accepts the user", // of the log
                        // Of an error.
                        "Job \u2026 began with another \u2026. Repeat what it began with, or use another job id.",
                        "The token has no claim %s of the mapper \"%s\", because"
                                + " a parent of this claim is not an object");
    }

    @Test
    void aMessageOfOneSentenceHasNoFullStop() {
        assertThat(sentences)
                .filteredOn(sentence ->
                        !sentence.isDescription() && sentence.parts().size() == 1)
                .filteredOn(sentence -> sentence.text().endsWith("."))
                .isEmpty();
    }

    @Test
    void aMessageOfMoreSentencesEndsWithAFullStop() {
        assertThat(sentences)
                .filteredOn(sentence ->
                        !sentence.isDescription() && sentence.parts().size() > 1)
                .filteredOn(sentence -> !sentence.isOpen() && !sentence.text().endsWith("."))
                .isEmpty();
    }

    @Test
    void aDescriptionEndsWithAFullStop() {
        assertThat(sentences)
                .filteredOn(sentence -> sentence.isDescription() && !sentence.isOpen())
                .filteredOn(sentence -> !sentence.text().endsWith("."))
                .isEmpty();
    }

    @Test
    void aSentenceHasAtMost25Words() {
        assertThat(sentences)
                .filteredOn(sentence -> sentence.parts().stream().anyMatch(part -> part.split(" ").length > MAX_WORDS))
                .isEmpty();
    }

    @Test
    void aCommentBeginsWithItsSubject() throws IOException {
        assertThat(comments())
                .filteredOn(comment -> VAGUE_BEGINNING.matcher(comment.text()).find())
                .isEmpty();
    }

    @Test
    void aCommentNamesItsSubject() throws IOException {
        assertThat(comments())
                .filteredOn(comment -> VAGUE_SUBJECT.matcher(comment.text()).find())
                .isEmpty();
    }

    private static List<Comment> comments() throws IOException {
        List<Comment> comments = new ArrayList<>();
        List<Path> files = new ArrayList<>(SourceFiles.all());
        files.addAll(SourceFiles.ofFrontEnd());
        for (Path file : files) {
            comments.addAll(Comment.in(file));
        }
        assertThat(comments).hasSizeGreaterThan(2000);
        return comments;
    }

    @Test
    void aPersonIsNoHe() throws IOException {
        List<String> wrong = new ArrayList<>();
        for (Path file : SourceFiles.all()) {
            Files.readAllLines(file).stream()
                    .filter(line -> PERSONAL.matcher(line).find())
                    .forEach(line -> wrong.add(file.getFileName() + ": " + line.strip()));
        }

        assertThat(wrong).isEmpty();
    }
}
