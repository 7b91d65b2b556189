/**
 * The Homebrew formula, for macOS and Linux.
 * @param {{ license: string, homepage: string, url: string, sha256: string }} facts of the package and where it is
 */
export const formulaOf = ({ license, homepage, url, sha256 }) => `class Boardwright < Formula
  desc "Dashboards, reports and data models as files in git: plan, apply, promote"
  homepage "${homepage}"
  url "${url}"
  sha256 "${sha256}"
  license "${license}"

  depends_on "git"
  depends_on "node"

  def install
    system "npm", "install", *std_npm_args
    bin.install_symlink libexec.glob("bin/*")
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/boardwright --version")
  end
end
`
