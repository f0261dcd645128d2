// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.wording;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.Tree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * Finds the texts for users in Java sources: all string expressions that read as a sentence, whichever method they are
 * handed to. Concatenations count as one text.
 */
final class Sentences extends TreeScanner<Void, Boolean> {

    /** Methods that take the description of a field or an option. */
    private static final Set<String> DESCRIBED_BY = Set.of("describes", "helpText", "number", "truth", "put");

    /** Methods and constants that are such a description. */
    private static final Set<String> DESCRIPTIONS =
            Set.of("description", "info", "getDescription", "getHelpText", "IGNORED");

    private final CompilationUnitTree unit;
    private final SourcePositions positions;
    private final List<Sentence> found;
    private String className = "";

    private Sentences(CompilationUnitTree unit, SourcePositions positions, List<Sentence> found) {
        this.unit = unit;
        this.positions = positions;
        this.found = found;
    }

    static List<Sentence> in(List<Path> sources) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        List<Sentence> found = new ArrayList<>();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            JavacTask task = (JavacTask) compiler.getTask(
                    null, files, null, List.of("-proc:none"), null, files.getJavaFileObjectsFromPaths(sources));
            SourcePositions positions = Trees.instance(task).getSourcePositions();
            for (CompilationUnitTree unit : task.parse()) {
                new Sentences(unit, positions, found).scan(unit, false);
            }
        }
        return found;
    }

    @Override
    public Void visitClass(ClassTree type, Boolean describing) {
        String outer = className;
        className = type.getSimpleName().toString();
        super.visitClass(type, describing);
        className = outer;
        return null;
    }

    @Override
    public Void visitMethod(MethodTree method, Boolean describing) {
        return super.visitMethod(method, DESCRIPTIONS.contains(method.getName().toString()));
    }

    @Override
    public Void visitVariable(VariableTree variable, Boolean describing) {
        return super.visitVariable(
                variable, describing || DESCRIPTIONS.contains(variable.getName().toString()));
    }

    @Override
    public Void visitMethodInvocation(MethodInvocationTree call, Boolean describing) {
        String select = call.getMethodSelect().toString();
        String name = select.substring(select.lastIndexOf('.') + 1);
        scan(call.getMethodSelect(), describing);
        // A factory hands the help of its option to the factory it extends.
        boolean helps = name.equals("super") && className.endsWith("Factory");
        return scan(call.getArguments(), describing || helps || DESCRIBED_BY.contains(name));
    }

    @Override
    public Void visitLiteral(LiteralTree literal, Boolean describing) {
        if (literal.getValue() instanceof String) {
            add(literal, describing);
        }
        return null;
    }

    @Override
    public Void visitBinary(BinaryTree binary, Boolean describing) {
        if (!isText(binary)) {
            return super.visitBinary(binary, describing);
        }
        add(binary, describing);
        return null;
    }

    private static boolean isText(Tree tree) {
        return tree instanceof LiteralTree literal && literal.getValue() instanceof String
                || tree instanceof BinaryTree binary
                        && binary.getKind() == Tree.Kind.PLUS
                        && (isText(binary.getLeftOperand()) || isText(binary.getRightOperand()));
    }

    private void add(Tree tree, boolean describing) {
        String text = text(tree, describing);
        if (Sentence.isIn(text)) {
            String path = unit.getSourceFile().getName();
            long line = unit.getLineMap().getLineNumber(positions.getStartPosition(unit, tree));
            found.add(new Sentence(path.substring(path.lastIndexOf('/') + 1) + ":" + line, describing, text));
        }
    }

    /** The text of a concatenation; texts within its values count for themselves. */
    private String text(Tree tree, boolean describing) {
        if (tree instanceof LiteralTree literal) {
            return String.valueOf(literal.getValue());
        }
        if (tree instanceof BinaryTree binary && binary.getKind() == Tree.Kind.PLUS) {
            return text(binary.getLeftOperand(), describing) + text(binary.getRightOperand(), describing);
        }
        scan(tree, describing);
        return Sentence.VALUE;
    }
}
